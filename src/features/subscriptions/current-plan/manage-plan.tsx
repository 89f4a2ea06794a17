import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { cancelSubscription as cancelSubscriptionCall } from '#contract/endpoints/subscriptions.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { refreshUsage } from '#data/usage.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { updateUser } from '#session/session-actions.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { canCancel } from '../current-subscription.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'
import styles from '../page.module.css'
import { RenewalStatus } from './renewal-status.tsx'

type Props = {
  subscription: Subscription
  /** The id of the element that says why cancelling is disabled. */
  closedBy: string | undefined
}

/** Shows the next step of a subscription and cancels it in two steps, without asking for a reason. */
export function ManagePlan({ subscription, closedBy }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const [open, setOpen] = useState(false)
  const next = useRef<HTMLParagraphElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const title = usePlanTitle()(subscription.plan)
  const date = formatDate(subscription.current_period_end, language)
  const cancel = async () => {
    await cancelSubscription(subscription.id)
    announce(t`${title} is cancelled`)
  }
  return (
    <div className={styles.manage}>
      <p ref={next} tabIndex={-1} className={styles.yours}>
        <RenewalStatus subscription={subscription} />
      </p>
      {canCancel(subscription) && (
        <Button
          ref={button}
          disabled={closedBy !== undefined}
          aria-describedby={closedBy}
          onPointerEnter={prefetchDialog}
          onClick={() => setOpen(true)}
        >
          <Trans>Cancel subscription…</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t`Cancel ${title}?`}
        text={
          subscription.is_active_now
            ? t`It ends on ${date}. Until then everything stays as it is.`
            : t`It ends at once.`
        }
        cancelLabel={t`Keep it`}
        confirmLabel={t`Cancel subscription`}
        pendingLabel={t`Cancelling…`}
        danger
        finalFocus={() => button.current ?? next.current}
        onConfirm={cancel}
      >
        <CancelConsequences />
      </ConfirmDialog>
    </div>
  )
}

function CancelConsequences() {
  return (
    <ul className={styles.consequences}>
      <li>
        <Trans>After that you cannot write to Companion or ask for new answers, until you choose a plan again.</Trans>
      </li>
      <li>
        <Trans>Your chats stay yours: to read, to search and to download.</Trans>
      </li>
      <li>
        <Trans>Nothing more is charged.</Trans>
      </li>
    </ul>
  )
}

/** Cancels at the end of the period and updates the session at once. Throws like the call. */
async function cancelSubscription(id: number): Promise<void> {
  try {
    const cancelled = await api.call(cancelSubscriptionCall, { body: { subscription_id: id } })
    const user = currentSession()?.user
    if (!user) return
    const subscriptions = user.subscriptions.map((each) => (each.id === id ? cancelled : each))
    await updateUser({ ...user, subscriptions })
  } finally {
    // The subscription may have changed elsewhere, so the list is refetched after a failure too.
    void refreshHistory()
    void refreshUsage()
    refreshUser().catch(() => undefined)
  }
}
