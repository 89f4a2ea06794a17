import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { Plan, Subscription } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { formatDate } from '#i18n/format-date.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { acceptQuote, quoteQuery } from './plan-change.ts'
import { QuoteDetails } from './quote-details.tsx'

type Props = {
  subscription: Subscription
  plan: Plan
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Opens the dialog; removed by a change. */
  button: RefObject<HTMLButtonElement | null>
}

/** Changes a running subscription to another plan, after showing the exact amount and when the plan begins. */
export function ChangePlanDialog({ subscription, plan, open, onOpenChange, button }: Props) {
  const { t } = useLingui()
  const language = useLanguage()
  const title = usePlanTitle()(plan)
  const wanted = { subscriptionId: subscription.id, planId: plan.id }
  const quote = useQuery({ ...quoteQuery(wanted), enabled: open }, queryClient)
  const { data } = quote
  const isReady = data !== undefined && !quote.isFetching && !quote.isError
  const change = async () => {
    if (data === undefined) return
    await acceptQuote(wanted, data)
    const date = formatDate(data.starts_at, language)
    toastSuccess(
      Date.parse(data.starts_at) > Date.parse(data.quoted_at)
        ? t`${title} starts on ${date}`
        : t`You have ${title} now`,
    )
  }
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Change to ${title}?`}
      text={t`Your chats and settings stay as they are.`}
      confirmLabel={t`Change plan`}
      confirmDisabled={!isReady}
      pendingLabel={t`Changing…`}
      finalFocus={() => button.current ?? currentPlanStatus()}
      onConfirm={change}
    >
      <QuoteDetails quote={quote} plan={plan} />
    </ConfirmDialog>
  )
}

/** The focus target after a change, which removes the button: the renewal status of the user's current plan. */
const currentPlanStatus = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[aria-current="true"] p[tabindex="-1"]')
