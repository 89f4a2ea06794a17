import { Fragment, type ReactElement } from 'react'
import { Answer } from '../../message/answer.tsx'
import { Question } from '../../message/question.tsx'
import { SummaryNote } from '../../summary/summary-note.tsx'
import type { Row } from './build-rows.ts'

/**
 * The kind is part of the id, because a question and its answer have the same key. The edits of a question share the id
 * of the first, so that whoever pages through them keeps the focus and the row its place.
 */
export const idOf = (row: Row): string =>
  `${row.kind} ${row.kind === 'question' ? (row.branches?.members[0] ?? row.key) : row.key}`

export function renderRow(row: Row, last: boolean): ReactElement {
  return (
    <Fragment key={idOf(row)}>
      {row.kind === 'question' ? <Question row={row} last={last} /> : <Answer row={row} last={last} />}
      {row.boundary ? <SummaryNote boundary={row.boundary} /> : null}
    </Fragment>
  )
}
