import { useQuery } from '@tanstack/react-query'
import type { Message } from '#contract/objects/chat.ts'
import { configQuery } from '#data/config-query.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import styles from './answer-scores.module.css'

const chip = lazyModule(() => import('./score-chip.tsx'))

/** Where the scores of an answer stand, for those who want to see them. `past`: of an earlier branch, to be read only. */
export function ScoreSlot({ message, past }: { message: Message; past: boolean }) {
  const { show_scores } = useChatProfile()
  const { data: config } = useQuery(configQuery)
  const isWritten = message.status === 'complete' || message.status === 'interrupted'
  const mayCome = !past && config?.scoring === true && message.content !== ''
  const wanted = show_scores && isWritten && (message.scores !== null || mayCome)
  // Not fetched, as offline before the worker has it: the place stays empty, and the next one tries again.
  const part = useLazyModule(chip, wanted, () => undefined)
  if (!wanted) return null
  return <span className={styles.place}>{part ? <part.ScoreChip message={message} /> : null}</span>
}
