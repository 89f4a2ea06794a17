import { Trans, useLingui } from '@lingui/react/macro'
import type { Session } from '#contract/objects/user.ts'
import { formatAgo } from '#i18n/format-ago.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { MonitorIcon } from '#ui/icons/icons.tsx'
import styles from '../account.module.css'

export function DeviceItem({ device, onSignOut }: { device: Session; onSignOut: () => void }) {
  const { t } = useLingui()
  const language = useLanguage()
  const name = device.device || t`Unknown device`
  const since = formatDate(device.created_at, language)
  const used = formatAgo(Date.parse(device.last_used_at), Date.now(), language)
  return (
    <li className={styles.device}>
      <MonitorIcon size={22} />
      <div className={styles.deviceWords}>
        <p className={styles.deviceName}>
          {name}
          {device.is_current ? (
            <Badge tone="accent">
              <Trans>This device</Trans>
            </Badge>
          ) : null}
        </p>
        <p className={styles.note}>
          <Trans>
            Last used {used} · since {since}
          </Trans>
        </p>
      </div>
      {device.is_current ? null : (
        <Button size="s" aria-label={t`Log out ${name}`} onClick={onSignOut}>
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  )
}
