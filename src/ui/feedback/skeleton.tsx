import styles from './skeleton.module.css'

export type SkeletonProps = {
  /** CSS lengths. */
  width?: string | undefined
  height?: string | undefined
  round?: boolean | undefined
}

/** The shape of what is coming. Unseen for its first 200 ms, so that quick answers do not flicker. */
export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.bone} data-round={round || undefined} style={{ width, height }} />
}
