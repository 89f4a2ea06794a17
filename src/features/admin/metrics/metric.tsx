import type { ReactNode } from 'react'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './metrics.module.css'

/** A figure with its name below; `value` is undefined while it loads. */
export function Metric({ value, children }: { value: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.metric}>
      <dt className={styles.name}>{children}</dt>
      <dd className={styles.value}>{value === undefined ? <Skeleton width="3ch" /> : value}</dd>
    </div>
  )
}
