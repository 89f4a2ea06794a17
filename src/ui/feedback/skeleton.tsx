import styles from './skeleton.module.css'

export type SkeletonProps = {
  /** Width and height are CSS lengths. */
  width?: string | undefined
  height?: string | undefined
  round?: boolean | undefined
}

/** A placeholder for content that loads. Invisible for its first 200 ms, so that fast responses do not flicker. */
export function Skeleton({ width = '100%', height = '1em', round }: SkeletonProps) {
  return <span aria-hidden="true" className={styles.bone} data-round={round || undefined} style={{ width, height }} />
}
