import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { rememberFact } from '#data/use-chat-profile.ts'
import { Button } from '#ui/button/button.tsx'
import { toastError, toastSuccess } from '#ui/feedback/toast.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { findComposer } from '#ui/find-composer.ts'
import { focusAfterRemoval } from '#ui/focus-after-removal.ts'
import { BookmarkIcon } from '#ui/icons/icons.tsx'
import styles from './proposal-chip.module.css'
import { endProposal, proposalOf, startProposing, useProposal } from './proposals.ts'

const chipRef = focusAfterRemoval(findComposer)

/** Asks whether to remember a fact from the user's last message; both choices close it, unless storing the fact fails. */
export function ProposalChip({ userId, chatId }: { userId: number; chatId: string }) {
  const { t } = useLingui()
  useEffect(() => startProposing(userId), [userId])
  const fact = useProposal(chatId)
  const remember = async (text: string) => {
    const result = await rememberFact(text)
    // A message that was sent meanwhile may have opened another one.
    if (proposalOf(chatId) === text) endProposal(chatId)
    if (result === 'remembered' || result === 'known') toastSuccess(t`Remembered. You can change it in the settings`)
    else if (result === 'full') toastError(t`No more facts can be remembered. Delete one in the settings first`)
    else toastError(t`Memory is off. You can turn it on in the settings`)
  }
  if (fact === undefined) return null
  return (
    <div ref={chipRef} className={styles.chip}>
      <BookmarkIcon size={18} />
      <p className={styles.text}>
        <Trans>
          Remember “<span dir="auto">{fact}</span>”?
        </Trans>
      </p>
      <span className={styles.answers}>
        <Button size="s" onClick={() => void remember(fact).catch(toastFailure)}>
          <Trans>Remember</Trans>
        </Button>
        <Button size="s" variant="quiet" onClick={() => endProposal(chatId)}>
          <Trans>No thanks</Trans>
        </Button>
      </span>
    </div>
  )
}
