import { Trans } from '@lingui/react/macro'
import type { TimelineEntry } from '#contract/objects/timeline.ts'
import { formatPrice } from '#i18n/format-price.ts'
import { useLanguage } from '#i18n/use-language.ts'
import userStyles from '../user-page.module.css'
import { Moment } from './moment.tsx'

type RefundItemProps = { entry: Extract<TimelineEntry, { kind: 'refund' | 'refund_elsewhere' }> }

export function RefundItem({ entry }: RefundItemProps) {
  const language = useLanguage()
  const amount = formatPrice(entry.amount, entry.currency, language)
  const status = entry.kind === 'refund' ? entry.status : 'done'
  const actor = entry.kind === 'refund' ? entry.actor_name : null
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p className={userStyles.name}>
          {status === 'done' ? (
            <Trans>Refund of {amount}</Trans>
          ) : status === 'pending' ? (
            <Trans>Refund of {amount} under way</Trans>
          ) : status === 'returned' ? (
            <Trans>Refund of {amount} sent back by the bank</Trans>
          ) : (
            <Trans>Refund of {amount} refused by the payment processor</Trans>
          )}
        </p>
        <p className={userStyles.note}>
          <Moment at={entry.at} /> ·{' '}
          {entry.kind === 'refund_elsewhere' ? (
            <Trans>not ordered here</Trans>
          ) : (
            <>
              {actor === null ? <Trans>by an admin</Trans> : <Trans>by {actor}</Trans>} ·{' '}
              <span dir="auto">{entry.reason}</span>
            </>
          )}
        </p>
      </div>
    </li>
  )
}
