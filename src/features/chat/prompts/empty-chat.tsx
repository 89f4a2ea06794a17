import { Trans, useLingui } from '@lingui/react/macro'
import { useConfig } from '#data/config.ts'
import { Mark } from '#ui/icons/logo.tsx'
import { useChatModel } from '../models/chat-model.ts'
import styles from './empty-chat.module.css'
import { TrialBegun } from './trial-begun.tsx'
import { useExamplePrompts } from './use-example-prompts.ts'

/** Shown in a chat without messages: who answers, and three example prompts. */
export function EmptyChat({ onPick }: { onPick: ((text: string) => void) | null }) {
  const { t } = useLingui()
  const assistant = useConfig()?.assistant
  const { answering } = useChatModel()
  const examples = useExamplePrompts()
  return (
    <div className={styles.empty}>
      <Mark size={40} className={styles.mark} />
      <h2>
        <Trans>What is on your mind?</Trans>
      </h2>
      {assistant === undefined ? (
        // The line's place, so that nothing moves when the name comes.
        <p className={styles.name}>{'\u00a0'}</p>
      ) : assistant.kind === 'model' ? (
        <AnswersFrom name={answering?.label ?? assistant.name} />
      ) : null}
      <TrialBegun />
      {onPick === null ? null : (
        <ul className={styles.examples} aria-label={t`Examples`}>
          {examples.map((example) => (
            <li key={example}>
              <button type="button" className={styles.example} onClick={() => onPick(example)}>
                {example}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function AnswersFrom({ name }: { name: string }) {
  return (
    <p className={styles.name}>
      <Trans>Answers come from {name}.</Trans>
    </p>
  )
}
