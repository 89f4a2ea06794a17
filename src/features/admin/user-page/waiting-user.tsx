import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './user-page.module.css'

/** A placeholder for profile and subscriptions. */
export function WaitingUser() {
  return (
    <div aria-busy="true">
      <WaitingGroup widths={['70%', '40%', '40%', '45%', '35%', '40%']} />
      <WaitingGroup widths={['50%', '45%']} />
    </div>
  )
}

export function WaitingGroup({ widths }: { widths: readonly string[] }) {
  return (
    <div aria-busy="true" className={styles.waiting}>
      <Skeleton width="9rem" height="1.3rem" />
      {widths.map((width, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content never change their order
        <Skeleton key={row} width={width} height="1.25rem" />
      ))}
    </div>
  )
}
