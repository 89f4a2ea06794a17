import styles from './logo.module.css'
import { LOGO_PATH } from './logo-path.ts'

export type MarkProps = { size?: number | undefined; className?: string | undefined }

/** The product's logo: a hexagon for the six axes with a score polygon inside. Decorative. */
export function Mark({ size = 28, className }: MarkProps) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="0 0 24 24" fill="currentColor" className={className}>
      <path fillRule="evenodd" d={LOGO_PATH} />
    </svg>
  )
}

export function Wordmark({ size = 28 }: { size?: number | undefined }) {
  return (
    <span className={styles.wordmark}>
      <Mark size={size} className={styles.mark} />
      <span data-word="">Companion</span>
    </span>
  )
}
