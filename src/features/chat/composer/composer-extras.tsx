import { ProposalChip } from '../memory/proposal-chip.tsx'
import { UsageStatusBar } from '../status/usage-status-bar.tsx'
import styles from './composer-extras.module.css'

export interface ComposerExtrasProps {
  userId: number
  chatId: string
  /** An answer is being written. */
  answering: boolean
}

/** What stands above the composer now and then, and is not needed for the first sight of a chat. Read out when it comes. */
export function ComposerExtras({ userId, chatId, answering }: ComposerExtrasProps) {
  return (
    <div role="status" className={styles.extras}>
      <UsageStatusBar userId={userId} answering={answering} />
      <ProposalChip userId={userId} chatId={chatId} />
    </div>
  )
}
