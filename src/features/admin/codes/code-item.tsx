import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { endPromotionCode } from '#contract/endpoints/admin-billing.ts'
import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import { queryClient } from '#data/query-client.ts'
import { formatPercent } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { usePlanTitle } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { api } from '#session/api.ts'
import { Button } from '#ui/button/button.tsx'
import { Badge } from '#ui/data-display/badge.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { handleRefusal } from '../handle-refusal.ts'
import { allPlansQuery } from '../plans/list-all-plans.ts'
import styles from './codes.module.css'
import { refreshCodes } from './list-codes.ts'

/** One code with what it gives, how often it was used, and its end. */
export function CodeItem({ code }: { code: PromotionCode }) {
  const { t } = useLingui()
  const name = useId()
  const shown = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  const end = async () => {
    try {
      await api.call(endPromotionCode, { params: { id: code.id } })
      toastSuccess(t`The code has ended`)
    } catch (error) {
      handleRefusal(error)
      toastFailure(error)
    }
    await refreshCodes()
  }
  return (
    <li>
      <span ref={shown} id={name} tabIndex={-1} className={styles.code}>
        {code.code}
      </span>
      <Badge tone={code.is_active ? 'accent' : 'neutral'}>
        {code.is_active ? <Trans context="code">Active</Trans> : <Trans>Ended</Trans>}
      </Badge>
      <span className={styles.facts}>
        <Given code={code} /> · <Uses code={code} />
      </span>
      {code.is_active && (
        <Button
          size="s"
          variant="quiet"
          aria-describedby={name}
          onPointerEnter={prefetchDialog}
          onClick={() => setOpen(true)}
        >
          <Trans>End code…</Trans>
        </Button>
      )}
      <ConfirmDialog
        open={open}
        onOpenChange={setOpen}
        title={t`End this code?`}
        text={t`Nobody can use it any more. What was bought with it stays as it is.`}
        confirmLabel={t`End code`}
        focusAfter={shown}
        pendingLabel={t`Ending…`}
        onConfirm={end}
        danger
      >
        <strong>{code.code}</strong>
      </ConfirmDialog>
    </li>
  )
}

function Given({ code }: { code: PromotionCode }) {
  const language = useLanguage()
  const title = usePlanTitle()
  const plans = useQuery(allPlansQuery, queryClient)
  const names = code.plan_ids.flatMap((id) => plans.data?.find((plan) => plan.id === id) ?? []).map(title)
  const months = code.duration_months ?? 0
  const off =
    code.amount_off === null || code.currency === null
      ? formatPercent((code.percent_off ?? 0) / 100, language)
      : formatPrice(code.amount_off, code.currency, language)
  const of = names.length === 0 ? null : <> · {names.join(', ')}</>
  if (code.kind === 'gift') {
    return (
      <>
        <Plural value={months} one="# month as a gift" other="# months as a gift" />
        {of}
      </>
    )
  }
  return (
    <>
      {code.duration === 'once' && <Trans>{off} off the first payment</Trans>}
      {code.duration === 'forever' && <Trans>{off} off each payment</Trans>}
      {code.duration === 'repeating' && (
        <Plural value={months} one={`${off} off for # month`} other={`${off} off for # months`} />
      )}
      {of}
    </>
  )
}

function Uses({ code: { redeemed, redemptions_max, expires_at } }: { code: PromotionCode }) {
  const language = useLanguage()
  const until = expires_at === null ? null : formatDate(expires_at, language)
  return (
    <>
      {redemptions_max === null ? (
        <Plural value={redeemed} one="used # time" other="used # times" />
      ) : (
        <Trans>
          used {redeemed} of {redemptions_max}
        </Trans>
      )}
      {until === null ? null : (
        <>
          {' · '}
          <Trans>until {until}</Trans>
        </>
      )}
    </>
  )
}
