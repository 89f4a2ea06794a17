import { Fragment } from 'react'
import { findHits } from '#contract/search-hits.ts'
import styles from './palette.module.css'

/** Renders a text with the matched starts of words marked. */
export function MarkedText({ text, terms }: { text: string; terms: readonly string[] }) {
  let at = 0
  const parts = findHits(text, terms).map(([from, to]) => {
    const before = text.slice(at, from)
    at = to
    return (
      <Fragment key={from}>
        {before}
        <mark className={styles.mark}>{text.slice(from, to)}</mark>
      </Fragment>
    )
  })
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  )
}
