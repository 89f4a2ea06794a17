import { Trans, useLingui } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import type { Subscription } from '#contract/objects/plan.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { warmDialog } from '#ui/dialog/dialog.tsx'
import { announce } from '#ui/feedback/live-region.tsx'
import { canCancel } from '../current-subscription.ts'
import styles from '../page.module.css'
import { CancelConsequences } from './cancel-consequences.tsx'
import { cancelSubscription } from './cancel-subscription.ts'
import { NextLine } from './renewal-status.tsx'

type Props = {
  subscription: Subscription
  /** The element that says why nothing can be cancelled now. */
  closedBy: string | undefined
}

/** What happens next to what somebody has, and how to cancel it: in two steps, nobody is asked why or to stay. */
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
        <NextLine subscription={subscription} />
      </p>
      {canCancel(subscription) && (
        <Button
          ref={button}
          disabled={closedBy !== undefined}
          aria-describedby={closedBy}
          onPointerEnter={warmDialog}
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
