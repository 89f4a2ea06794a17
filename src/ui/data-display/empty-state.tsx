import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

export type EmptyStateProps = {
  title: ReactNode
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
  /** 1 when the title is the page's heading. */
  level?: 1 | 2 | 3 | undefined
}

export function EmptyState({ title, text, icon, action, level = 2 }: EmptyStateProps) {
  const Title = `h${level}` as const
  return (
    <div className={styles.empty}>
      {icon ? <div className={styles.icon}>{icon}</div> : null}
      <Title className={styles.title}>{title}</Title>
      {text ? <p className={styles.text}>{text}</p> : null}
      {action ? <div className={styles.action}>{action}</div> : null}
    </div>
  )
}
