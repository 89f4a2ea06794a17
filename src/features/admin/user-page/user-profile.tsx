import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { User } from '#contract/objects/user.ts'
import { languageNames } from '#i18n/languages.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { PencilIcon } from '#ui/icons/icons.tsx'
import { Group } from '#ui/layout/group.tsx'
import { DateText } from '../date-text.tsx'
import { EmailText } from '../email-text.tsx'
import { UserBadges } from '../users/user-badges.tsx'
import { EditUserForm } from './edit-user-form.tsx'
import styles from './user-page.module.css'

export function UserProfile({ user, mayChange }: { user: User; mayChange: boolean }) {
  const { t } = useLingui()
  const [isEditing, setEditing] = useState(false)
  return (
    <Group heading="h2" title={<Trans>Profile</Trans>}>
      <UserBadges user={user}>
        {user.suspended ? (
          <li>
            <Badge tone="warn">
              <Trans>Suspended</Trans>
            </Badge>
          </li>
        ) : null}
        {user.email_verified ? null : (
          <li>
            <Badge>
              <Trans>Email not confirmed</Trans>
            </Badge>
          </li>
        )}
      </UserBadges>
      <dl className={styles.facts}>
        <Fact name={t`Email`}>
          <EmailText email={user.email} />
        </Fact>
        <Fact name={t`First Name`}>{user.first_name}</Fact>
        <Fact name={t`Last Name`}>{user.last_name}</Fact>
        <Fact name={t`Username`}>{user.username}</Fact>
        <Fact name={t`Language`}>{languageNames[user.profile.language]}</Fact>
        <Fact name={t`Joined`}>
          <DateText at={user.created_at} />
        </Fact>
      </dl>
      {mayChange ? (
        <>
          <Button
            className={styles.alone}
            icon={<PencilIcon size={18} />}
            onPointerEnter={prefetchDialog}
            onClick={() => setEditing(true)}
          >
            <Trans>Edit</Trans>
          </Button>
          <FormDialog open={isEditing} onOpenChange={setEditing} title={t`Edit User`}>
            <EditUserForm user={user} onClose={() => setEditing(false)} />
          </FormDialog>
        </>
      ) : null}
    </Group>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd dir="auto">{children || '–'}</dd>
    </div>
  )
}
