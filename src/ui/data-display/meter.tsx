import { type ReactNode, useId } from 'react'
import styles from './meter.module.css'

export type MeterProps = {
  label: ReactNode
  /** The figures as text: shown under the bar and read by screen readers. */
  text: string
  /** From 0 to 1. */
  share: number
  tone?: 'accent' | 'warn' | 'danger' | undefined
}

/** Shows how much of a quota is used. */
export function Meter({ label, text, share, tone = 'accent' }: MeterProps) {
  const id = useId()
  return (
    <div className={styles.meter}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      <meter aria-labelledby={id} aria-valuetext={text} max={1} value={share} className="visually-hidden">
        {text}
      </meter>
      <div aria-hidden="true" className={styles.track}>
        <svg
          viewBox="0 0 100 8"
          preserveAspectRatio="none"
          focusable="false"
          aria-hidden="true"
          className={styles[tone]}
        >
          <rect width={share * 100} height="8" />
        </svg>
      </div>
      <p aria-hidden="true" className={styles.text}>
        {text}
      </p>
    </div>
  )
}
