import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import type { Session } from '#contract/objects/user.ts'
import { formatAgo } from '#i18n/format-ago.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { MonitorIcon } from '#ui/icons/icons.tsx'
import userStyles from './user-page.module.css'

type SessionItemProps = {
  session: Session
  /** Receives the pressed button. */
  onRevoke: (button: HTMLElement) => void
}

export function SessionItem({ session, onRevoke }: SessionItemProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const name = useId()
  const since = formatDate(session.created_at, language)
  const used = formatAgo(Date.parse(session.last_used_at), Date.now(), language)
  return (
    <li className={userStyles.row}>
      <MonitorIcon size={22} className={userStyles.icon} />
      <div className={userStyles.texts}>
        <p className={userStyles.name}>
          <span id={name}>{session.device || t`Unknown device`}</span>
          {session.is_current ? (
            <Badge tone="accent">
              <Trans>This device</Trans>
            </Badge>
          ) : null}
        </p>
        <p className={userStyles.note}>
          <Trans>
            Last used {used} · since {since}
          </Trans>
        </p>
      </div>
      <Button size="s" aria-describedby={name} onClick={(event) => onRevoke(event.currentTarget)}>
        <Trans>Revoke</Trans>
      </Button>
    </li>
  )
}
