import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './chat-screen.module.css'

/** Shown in place of the messages while they load. */
export function ChatSkeleton() {
  return (
    <div className={`${styles.column} ${styles.bones}`}>
      <Skeleton width="16rem" height="3rem" />
      <Skeleton width="92%" />
      <Skeleton width="84%" />
      <Skeleton width="60%" />
    </div>
  )
}
