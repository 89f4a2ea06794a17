import type { Message } from '#contract/objects/chat.ts'
import { useConfig } from '#data/config.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import styles from './answer-scores.module.css'

const chip = lazyModule(() => import('./score-chip.tsx'))

/** The score chip of an answer, for users who want scores. */
export function AnswerScores({ message }: { message: Message }) {
  const { show_scores } = useChatProfile()
  const config = useConfig()
  const isWritten = message.status === 'complete' || message.status === 'interrupted'
  const mayCome = config?.scoring === true && message.content !== ''
  const wanted = show_scores && isWritten && (message.scores !== null || mayCome)
  // When loading fails, as offline before the chunk is cached, the place stays empty and the next mount tries again.
  const part = useLazyModule(chip, wanted, () => undefined)
  if (!wanted) return null
  return <span className={styles.slot}>{part ? <part.ScoreChip message={message} /> : null}</span>
}
