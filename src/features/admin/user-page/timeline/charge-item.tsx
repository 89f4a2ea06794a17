import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useRef, useState } from 'react'
import type { TimelineEntry } from '#contract/objects/timeline.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { usePlanText } from '#i18n/plan-texts.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { prefetchDialog } from '#ui/dialog/dialog.tsx'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { DraftDialog } from '../../draft-dialog.tsx'
import userStyles from '../user-page.module.css'
import { Moment } from './moment.tsx'
import { RefundForm } from './refund-form.tsx'

type ChargeItemProps = {
  entry: Extract<TimelineEntry, { kind: 'charge' | 'failure' }>
  /** The id of the user. */
  of: number
}

/** A payment, or an attempt that failed. */
export function ChargeItem({ entry, of }: ChargeItemProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const planText = usePlanText()
  const name = useId()
  const shown = useRef<HTMLParagraphElement>(null)
  const [isRefunding, setRefunding] = useState(false)
  const amount = formatPrice(entry.amount, entry.currency, language)
  const isRefundable = entry.kind === 'charge' && Number(entry.refundable) > 0
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p ref={shown} id={name} tabIndex={-1} className={userStyles.name}>
          {entry.kind === 'charge' ? <Trans>Payment of {amount}</Trans> : <Trans>Payment of {amount} failed</Trans>}
        </p>
        <p className={userStyles.note}>
          <Moment at={entry.at} /> · <span dir="auto">{planText(entry.description)}</span>
          {entry.kind === 'charge' && entry.receipt_url !== null ? (
            <>
              {' · '}
              <a href={entry.receipt_url} target="_blank" rel="noreferrer">
                <Trans>Receipt</Trans>
              </a>
            </>
          ) : null}
        </p>
      </div>
      {isRefundable ? (
        <Button
          ref={focusAfterRemoval(() => shown.current)}
          size="s"
          aria-describedby={name}
          onPointerEnter={prefetchDialog}
          onClick={() => setRefunding(true)}
        >
          <Trans>Refund…</Trans>
        </Button>
      ) : null}
      {/* It stays open when the payment is refunded meanwhile, to say how its own request ended. */}
      {entry.kind === 'charge' ? (
        <DraftDialog
          form={`refund/${entry.id}`}
          open={isRefunding}
          onOpenChange={setRefunding}
          title={t`Refund a payment`}
          size="s"
          finalFocus={() => (isRefundable ? null : shown.current)}
        >
          {(stored) => <RefundForm charge={entry} userId={of} stored={stored} onClose={() => setRefunding(false)} />}
        </DraftDialog>
      ) : null}
    </li>
  )
}
