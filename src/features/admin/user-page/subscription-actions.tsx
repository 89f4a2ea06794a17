import { Trans, useLingui } from '@lingui/react/macro'
import { type RefObject, useRef, useState } from 'react'
import { cancelAnySubscription, extendSubscription } from '#contract/endpoints/admin-billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { isFree } from '#lib/is-free.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { FormDialog } from '#ui/form/form-dialog.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuItem } from '#ui/menu/menu-item.tsx'
import { handleRefusal } from '../handle-refusal.ts'
import { ChangeGrantForm } from './change-grant-form.tsx'
import { readUserAgain, storeSubscription } from './get-user.ts'

interface SubscriptionActionsProps {
  subscription: Subscription
  userId: number
  /** The id of the subscription's name. */
  describedBy: string
  /** The element to focus after a dialog where the subscription has ended, so that it has no actions. */
  focusAfterEnd: RefObject<HTMLElement | null>
}
type Deed = 'cancel' | 'end' | 'extend' | 'change'

/**
 * What an admin can do with a subscription that has not ended; nothing otherwise. An open dialog stays, because it says
 * how its request failed while the subscription is read again.
 */
export function SubscriptionActions({ subscription, userId, describedBy, focusAfterEnd }: SubscriptionActionsProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const [deed, setDeed] = useState<Deed>('extend')
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  /** Whether it was ended here: the dialog closes before the button is removed. */
  const hasEnded = useRef(false)
  const { id, status, is_granted, cancel_at_period_end, current_period_end, plan } = subscription
  const isLocal = is_granted || isFree(plan.price)
  const isOver = status === 'canceled' || (isLocal && Date.parse(current_period_end) <= Date.now())
  const isPaid = status === 'active' || status === 'trialing'
  const end = formatDate(current_period_end, language)
  const open = (selected: Deed) => {
    setDeed(selected)
    setOpen(true)
  }
  /** A failure is shown in the dialog, which stays open. */
  async function perform(change: Promise<Subscription>, done: string) {
    try {
      const changed = await change
      hasEnded.current = changed.status === 'canceled'
      storeSubscription(userId, changed)
    } catch (error) {
      handleRefusal(error)
      readUserAgain(userId)
      throw error
    }
    toastSuccess(done)
  }
  const finalFocus = () => (hasEnded.current ? null : button.current) ?? focusAfterEnd.current
  const params = { id }
  const isChange = deed === 'change'
  return (
    <>
      {isOver ? null : (
        <Menu
          trigger={
            <Button ref={button} size="s" aria-describedby={describedBy}>
              <Trans>Manage</Trans>
            </Button>
          }
        >
          {is_granted ? (
            <MenuItem onSelect={() => open('change')}>
              <Trans>Change the end…</Trans>
            </MenuItem>
          ) : null}
          {isPaid ? (
            <MenuItem onSelect={() => open('extend')}>
              <Trans>Extend by a month…</Trans>
            </MenuItem>
          ) : null}
          {isPaid && !isLocal && !cancel_at_period_end ? (
            <MenuItem onSelect={() => open('cancel')}>
              <Trans>Cancel at the end of the period…</Trans>
            </MenuItem>
          ) : null}
          <MenuItem danger onSelect={() => open('end')}>
            <Trans>End now…</Trans>
          </MenuItem>
        </Menu>
      )}
      <ConfirmDialog
        open={isOpen && deed === 'extend'}
        onOpenChange={setOpen}
        title={t`Extend by a month?`}
        text={<Trans>Its period ends on {end}. It will end a month later, and the month costs nothing.</Trans>}
        confirmLabel={t`Extend`}
        pendingLabel={t`Extending…`}
        finalFocus={finalFocus}
        onConfirm={() =>
          perform(api.call(extendSubscription, { params, body: { current_period_end } }), t`Subscription extended`)
        }
      />
      <ConfirmDialog
        open={isOpen && deed === 'cancel'}
        onOpenChange={setOpen}
        title={t`Cancel at the end of the period?`}
        text={<Trans>It gives access until {end} and is not renewed. Until then the person can keep it.</Trans>}
        confirmLabel={t`Cancel the plan`}
        pendingLabel={t`Cancelling…`}
        cancelLabel={t`Leave it`}
        finalFocus={finalFocus}
        onConfirm={() =>
          perform(api.call(cancelAnySubscription, { params, body: { when: 'period_end' } }), t`Subscription cancelled`)
        }
        danger
      />
      <ConfirmDialog
        open={isOpen && deed === 'end'}
        onOpenChange={setOpen}
        title={t`End this subscription now?`}
        text={<Trans>The person loses access at once. Nothing is refunded by this.</Trans>}
        confirmLabel={t`End now`}
        pendingLabel={t`Ending…`}
        finalFocus={finalFocus}
        onConfirm={() =>
          perform(api.call(cancelAnySubscription, { params, body: { when: 'now' } }), t`Subscription ended`)
        }
        danger
      />
      <FormDialog open={isOpen && isChange} onOpenChange={setOpen} title={t`Change the end`} size="s">
        <ChangeGrantForm grant={subscription} userId={userId} onClose={() => setOpen(false)} />
      </FormDialog>
    </>
  )
}
