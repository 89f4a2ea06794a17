import type { ReactNode } from 'react'
import styles from './badge.module.css'

export type BadgeProps = { tone?: 'accent' | 'neutral' | 'warn' | undefined; children: ReactNode }

export function Badge({ tone = 'neutral', children }: BadgeProps) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>
}
