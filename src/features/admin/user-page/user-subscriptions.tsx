import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '#contract/objects/user.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { PlusIcon } from '#ui/icons/icons.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from '../admin.module.css'
import { findCharging } from './find-charging.ts'
import { GrantForm } from './grant-form.tsx'
import { GrantRefusal } from './grant-refusal.tsx'
import { SubscriptionItem } from './subscription-item.tsx'
import userStyles from './user-page.module.css'

export function UserSubscriptions({ user, mayChange }: { user: User; mayChange: boolean }) {
  const { t } = useLingui()
  const [isGranting, setGranting] = useState(false)
  const sorted = user.subscriptions.toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const charging = findCharging(user.subscriptions, Date.now())
  return (
    <Group heading="h2" title={<Trans>Subscriptions</Trans>}>
      {sorted.length === 0 ? (
        <p className={styles.note}>
          <Trans>No subscriptions yet.</Trans>
        </p>
      ) : (
        <ul className={userStyles.rows}>
          {sorted.map((subscription) => (
            <SubscriptionItem
              key={subscription.id}
              subscription={subscription}
              userId={mayChange ? user.id : undefined}
            />
          ))}
        </ul>
      )}
      {mayChange ? (
        <>
          <Button
            className={userStyles.alone}
            icon={<PlusIcon size={18} />}
            onPointerEnter={prefetchDialog}
            onClick={() => setGranting(true)}
          >
            <Trans>Grant subscription</Trans>
          </Button>
          <FormDialog open={isGranting} onOpenChange={setGranting} title={t`Grant subscription`} size="s">
            {charging ? (
              <GrantRefusal charging={charging} onClose={() => setGranting(false)} />
            ) : (
              <GrantForm user={user} onClose={() => setGranting(false)} />
            )}
          </FormDialog>
        </>
      ) : null}
    </Group>
  )
}
