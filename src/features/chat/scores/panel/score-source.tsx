import { Plural, Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import type { Message } from '#contract/objects/chat.ts'
import type { Scores } from '#contract/objects/scores.ts'
import { useAnsweredBy } from '#data/remembered-models.ts'
import { hasAnyScore } from '../has-scores.ts'
import { awaitedScoresAtom } from '../open-scores.ts'
import styles from './scores-panel.module.css'

interface ScoreSourceProps {
  scores: Scores | null
  message: Pick<Message, 'model' | 'imported_from'> | null
  messageId: string
}

/** Says which model wrote the answer and how it was scored, or why there are no scores. */
export function ScoreSource({ scores, message, messageId }: ScoreSourceProps) {
  const awaited = useAtomValue(awaitedScoresAtom).has(messageId)
  const model = useAnsweredBy(message?.model)
  return (
    <div className={styles.source}>
      {model === null ? null : (
        <p>
          <Trans>Answered by {model}.</Trans>
        </p>
      )}
      <p>
        {scores === null ? (
          awaited ? (
            <Trans>This answer is being scored. That takes a moment.</Trans>
          ) : message?.imported_from ? (
            <Trans>This answer was imported and has not been scored.</Trans>
          ) : (
            <Trans>This answer was not scored.</Trans>
          )
        ) : hasAnyScore(scores) ? (
          <Source source={scores.source} />
        ) : (
          <Trans>Not assessed: no usable scores came back. That says nothing about the answer.</Trans>
        )}
      </p>
      {scores?.tokens ? (
        <p>
          <Plural
            value={scores.tokens}
            one="Scoring took # token, which your plan does not count."
            other="Scoring took # tokens, which your plan does not count."
          />
        </p>
      ) : null}
      <Link to="/information" hash="scores">
        <Trans>How scores are made</Trans>
      </Link>
    </div>
  )
}

function Source({ source }: Pick<Scores, 'source'>) {
  if (source === 'practice') {
    return <Trans>Practice scores: a fixed list of words was counted. Nothing was understood.</Trans>
  }
  if (source === 'validator') return <Trans>Scored by a person who volunteers to rate answers.</Trans>
  return <Trans>Scored by a model in a second reading: a judgement, not a fact.</Trans>
}
