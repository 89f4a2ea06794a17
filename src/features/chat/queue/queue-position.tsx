import { Plural } from '@lingui/react/macro'
import { ClockIcon } from '#ui/icons/icons.tsx'
import styles from './queue-position.module.css'

/** In an answer that the server has no room for yet: how many begin before it. */
export function QueuePosition({ before }: { before: number }) {
  return (
    <p className={styles.position}>
      <ClockIcon size={16} />
      <span>
        <Plural value={before} _0="Waiting: you are next" one="Waiting: # before you" other="Waiting: # before you" />
      </span>
    </p>
  )
}
