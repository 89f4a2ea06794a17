import type { ReactNode } from 'react'
import styles from '../admin.module.css'
import { LoadFailed } from '../load-failed.tsx'
import reportStyles from './reports.module.css'

interface ReportSectionProps {
  /** The id of its heading. */
  id: string
  title: ReactNode
  about: ReactNode
  /** The query of the list; its error is shown only while there is no data. */
  query: { data: unknown; isError: boolean; error: Error | null; refetch: () => unknown }
  /** The text that replaces an empty list; null while there are entries, or nothing is known. */
  empty: ReactNode
  children: ReactNode
}

/** A list below the reports, with what it is about. */
export function ReportSection({ id, title, about, query, empty, children }: ReportSectionProps) {
  const { data, isError, error, refetch } = query
  return (
    <section aria-labelledby={id} className={reportStyles.ratings}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
      </div>
      <p className={reportStyles.about}>{about}</p>
      {data === undefined && isError ? <LoadFailed error={error} onRetry={() => void refetch()} /> : null}
      {empty === null ? null : <p>{empty}</p>}
      {children}
    </section>
  )
}
