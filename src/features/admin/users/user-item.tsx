import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import type { User } from '#contract/objects/user.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { Avatar } from '#ui/data-display/avatar.tsx'
import { fullName } from './full-name.ts'
import { UserBadges } from './user-badges.tsx'
import styles from './users.module.css'

export function UserItem({ user }: { user: User }) {
  const name = useId()
  return (
    <li className={styles.card}>
      <Avatar name={fullName(user) || user.email} src={user.profile.photo_url} size={44} />
      <div className={styles.words}>
        <h3 id={name} className={styles.name} dir="auto">
          {fullName(user) || <Trans>No name</Trans>}
        </h3>
        <p className={styles.mail}>{user.email}</p>
        <UserBadges user={user} />
      </div>
      <LinkButton
        to="/admin-panel/users/$id"
        params={{ id: String(user.id) }}
        size="s"
        aria-describedby={name}
        className={styles.details}
      >
        <Trans>View Details</Trans>
      </LinkButton>
    </li>
  )
}
