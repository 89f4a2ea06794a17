import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Avatar } from '#ui/data-display/avatar.tsx'
import { EmailText } from '../email-text.tsx'
import { fullName } from '../users/full-name.ts'
import styles from './table.module.css'

export type UserLabelProps = {
  nameId: string
  /** A provider's list has no addresses. */
  user: { email?: string; first_name: string; last_name: string }
  photoUrl: string | null
  /** Below the address. */
  badges?: ReactNode
}

export function UserLabel({ nameId, user, photoUrl, badges }: UserLabelProps) {
  return (
    <div className={styles.who}>
      <Avatar name={fullName(user) || user.email || '?'} src={photoUrl} size={36} />
      <div className={styles.texts}>
        <span id={nameId} className={styles.name} dir="auto">
          {fullName(user) || <Trans>No name</Trans>}
        </span>
        {user.email === undefined ? null : (
          <span className={styles.second}>
            <EmailText email={user.email} />
          </span>
        )}
        {badges}
      </div>
    </div>
  )
}
