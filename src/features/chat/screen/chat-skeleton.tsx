import { Skeleton } from '#ui/feedback/skeleton.tsx'
import styles from './chat-screen.module.css'

/** A question and its answer to come. */
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
