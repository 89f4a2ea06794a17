import { LazyCare } from '../care/lazy-care.tsx'
import { ProposalChip } from '../memory/proposal-chip.tsx'
import { PaymentStatusBar } from '../status/payment-status-bar.tsx'
import { SuspendedStatusBar } from '../status/suspended-status-bar.tsx'
import { UsageStatusBar } from '../status/usage-status-bar.tsx'
import styles from './composer-extras.module.css'

export interface ComposerExtrasProps {
  userId: number
  chatId: string
  /** True while an answer streams. */
  answering: boolean
}

/**
 * The status bars above the composer, announced when they appear; not needed for a chat's first paint. Not atomic,
 * because a screen reader would otherwise read all bars again when one of them changes.
 */
export function ComposerExtras({ userId, chatId, answering }: ComposerExtrasProps) {
  return (
    <div role="status" aria-atomic="false" className={styles.extras}>
      <SuspendedStatusBar />
      <PaymentStatusBar />
      <UsageStatusBar userId={userId} answering={answering} />
      <ProposalChip userId={userId} chatId={chatId} />
      <LazyCare chatId={chatId} />
    </div>
  )
}
