import { Plural, Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { ListedIssue } from '#contract/objects/newsletter.ts'
import { languageNames } from '#i18n/languages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import userStyles from '../user-page/user-page.module.css'
import { formatMoment } from './format-moment.ts'
import { IssueStatusBadge } from './issue-status.tsx'

export function IssueItem({ issue, onOpen }: { issue: ListedIssue; onOpen: () => void }) {
  const language = useLanguage()
  const name = useId()
  const { counts, languages, scheduled_at, status, subject, updated_at } = issue
  const at = formatMoment(status === 'scheduled' && scheduled_at !== null ? scheduled_at : updated_at, language)
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p id={name} className={userStyles.name}>
          <span dir="auto">{subject === '' ? <Trans>Without a subject</Trans> : subject}</span>
          <IssueStatusBadge status={status} />
        </p>
        <p className={userStyles.note}>
          {[at, ...languages.map((each) => languageNames[each])].join(' · ')}
          {issue.started_at === null ? null : (
            <>
              {' · '}
              <Plural value={counts.sent} one="# sent" other="# sent" />
            </>
          )}
          {counts.in_doubt === 0 ? null : (
            <>
              {' · '}
              <Plural value={counts.in_doubt} one="# in doubt" other="# in doubt" />
            </>
          )}
        </p>
      </div>
      <Button size="s" aria-describedby={name} onClick={onOpen}>
        <Trans>Open</Trans>
      </Button>
    </li>
  )
}
