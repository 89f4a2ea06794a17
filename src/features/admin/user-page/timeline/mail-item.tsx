import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BillingMailKind, TimelineEntry } from '#contract/objects/timeline.ts'
import userStyles from '../user-page.module.css'
import { Moment } from './moment.tsx'

const kinds: Readonly<Record<BillingMailKind, MessageDescriptor>> = {
  purchase: msg`Mail sent: purchase`,
  renewal: msg`Mail sent: receipt of a payment`,
  renewal_ahead: msg`Mail sent: the plan renews soon`,
  payment_failed: msg`Mail sent: a payment failed`,
  payment_failed_last: msg`Mail sent: the last try of a payment failed`,
  trial_ending: msg`Mail sent: the trial ends soon`,
  cancelled: msg`Mail sent: cancellation`,
  plan_changed: msg`Mail sent: change of plan`,
  refund: msg`Mail sent: refund`,
  refund_failed: msg`Mail sent: a refund did not arrive`,
}

/** A mail about money that a mail server has accepted. */
export function MailItem({ entry }: { entry: Extract<TimelineEntry, { kind: 'mail' }> }) {
  const { t } = useLingui()
  return (
    <li className={userStyles.row}>
      <div className={userStyles.texts}>
        <p className={userStyles.name}>{t(kinds[entry.mail])}</p>
        <p className={userStyles.note}>
          <Moment at={entry.at} />
        </p>
      </div>
    </li>
  )
}
