import { ProposalChip } from '../memory/proposal-chip.tsx'
import { UsageLine } from './usage-line.tsx'

export interface FootExtrasProps {
  account: number
  chat: string
  /** An answer is being written. */
  answering: boolean
}

/** What stands above the composer now and then, and is not needed for the first sight of a chat. */
export function FootExtras({ account, chat, answering }: FootExtrasProps) {
  return (
    <>
      <UsageLine account={account} answering={answering} />
      <ProposalChip account={account} chat={chat} />
    </>
  )
}
