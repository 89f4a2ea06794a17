import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { ListedReport } from '#contract/objects/feedback.ts'
import { reportReasonTexts } from '#i18n/report-reasons.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { DateText } from '../date-text.tsx'
import { EmailText } from '../email-text.tsx'
import userStyles from '../user-page/user-page.module.css'
import styles from './reports.module.css'

export function ReportItem({ report, onOpen }: { report: ListedReport; onOpen: () => void }) {
  const { i18n } = useLingui()
  const name = useId()
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p id={name} className={userStyles.name}>
          {i18n._(reportReasonTexts[report.reason])}
          {report.state === 'resolved' ? (
            <Badge>
              <Trans>Resolved</Trans>
            </Badge>
          ) : null}
          {report.replied_at === null ? null : (
            <Badge tone="accent">
              <Trans>Answered</Trans>
            </Badge>
          )}
        </p>
        <p className={userStyles.note}>
          <DateText at={report.reported_at} /> · <EmailText email={report.user.email} />
        </p>
        {report.comment === '' ? null : (
          <p className={styles.comment} dir="auto">
            {report.comment}
          </p>
        )}
      </div>
      <Button size="s" aria-describedby={name} onClick={onOpen}>
        <Trans>Open</Trans>
      </Button>
    </li>
  )
}
