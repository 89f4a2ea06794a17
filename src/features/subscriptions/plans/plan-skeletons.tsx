import { Trans } from '@lingui/react/macro'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './plan-card.module.css'

/** Three skeletons of plan cards, shown after 200 ms so that a quick answer does not flicker. */
export function PlanSkeletons() {
  return (
    <>
      <p role="status" className="visually-hidden">
        <Trans>Loading the plans…</Trans>
      </p>
      <ul aria-hidden="true" className={styles.list}>
        {['a', 'b', 'c'].map((key) => (
          <li key={key} className={styles.waiting}>
            <Skeleton width="40%" height="1.25rem" />
            <Skeleton width="55%" height="2.25rem" />
            <Skeleton />
            <Skeleton width="70%" />
            <Skeleton height="44px" />
          </li>
        ))}
      </ul>
    </>
  )
}
