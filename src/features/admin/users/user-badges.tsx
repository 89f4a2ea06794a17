import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { User } from '#contract/objects/user.ts'
import { Badge } from '#ui/data-display/badge.tsx'
import { flagNames, shownFlags } from './user-flags.ts'
import styles from './users.module.css'

/** Shows a user's badges; `children` are additional list items. Renders nothing without any. */
export function UserBadges({ user, children }: { user: User; children?: ReactNode }) {
  const { t, i18n } = useLingui()
  const flags = shownFlags.filter((flag) => user[flag])
  if (flags.length === 0 && !children) return null
  return (
    <ul aria-label={t`Badges`} className={styles.badges}>
      {flags.map((flag) => (
        <li key={flag}>
          <Badge tone={flag === 'is_admin' ? 'warn' : 'accent'}>{i18n._(flagNames[flag])}</Badge>
        </li>
      ))}
      {children}
    </ul>
  )
}
