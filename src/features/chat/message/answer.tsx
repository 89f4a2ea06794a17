import { Trans, useLingui } from '@lingui/react/macro'
import { memo, useState } from 'react'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { LazyReplacedModel } from '../models/lazy-models.tsx'
import { LazyQueuePosition } from '../queue/lazy-queue-position.tsx'
import { AnswerScores } from '../scores/answer-scores.tsx'
import { ScoreChange } from '../scores/score-change.tsx'
import type { AnswerRow } from '../thread/rows/build-rows.ts'
import { LazyAnswerSources } from '../web-search/lazy-web-search.tsx'
import { messagesAfterRemoval } from './actions/messages-after-removal.ts'
import { AnswerActions } from './answer-actions.tsx'
import { AnswerNotice } from './incomplete-answer.tsx'
import styles from './messages.module.css'
import { Reasoning } from './reasoning.tsx'
import { useLiveAnswer } from './use-live-answer.ts'
import { LazyCompareVersions } from './versions/lazy-compare-versions.tsx'
import { useSelectedVersion } from './versions/use-selected-version.ts'
import { VersionPager } from './versions/version-pager.tsx'

/** One answer. During a stream only this row renders, at most once a frame. `last`: actions always visible. */
export const Answer = memo(function Answer({ row, last }: { row: AnswerRow; last: boolean }) {
  const { t } = useLingui()
  const { versions, message } = row
  const { at, select } = useSelectedVersion(row)
  const live = useLiveAnswer(message)
  const { show_reasoning, show_scores } = useChatProfile()
  const [comparing, setComparing] = useState(false)
  const streaming = live.status === 'streaming'
  const broken = live.status === 'interrupted' || live.status === 'failed' ? live.status : null
  const tools = streaming ? null : (
    <AnswerActions message={message} count={versions.length} onCompare={() => setComparing(true)} />
  )
  // Without a text, the only action stands beside the notice.
  const isAlone = broken !== null && live.text === '' && versions.length === 1
  return (
    <article
      className={styles.answer}
      aria-labelledby={`by-${message.id}`}
      aria-busy={streaming}
      data-message={message.id}
      data-last={last || undefined}
    >
      <h2 id={`by-${message.id}`} className="visually-hidden">
        <Trans>Companion</Trans>
      </h2>
      <LazyReplacedModel wanted={row.gone ?? null} model={message.model ?? null} />
      {live.hasReasoning && show_reasoning ? (
        <Reasoning key={message.id} messageId={message.id} known={live.reasoning} streaming={streaming} />
      ) : null}
      {live.text === '' && !streaming ? null : (
        <Markdown text={live.text} streaming={streaming} sources={live.search.sources} />
      )}
      <LazyQueuePosition before={live.before} />
      <LazyAnswerSources search={live.search} />
      {broken ? (
        <AnswerNotice messageId={message.id} status={broken} failure={message.failure} hasText={live.text !== ''}>
          {isAlone ? tools : null}
        </AnswerNotice>
      ) : null}
      {isAlone ? null : (
        <div className={styles.actions}>
          {streaming ? null : <AnswerScores message={message} />}
          {versions.length > 1 ? (
            <VersionPager label={t`Versions of this answer`} at={at} count={versions.length} onChange={select} />
          ) : null}
          {/* With a key, because the buttons of a streaming answer are removed, and with them the focus. */}
          <div key={String(streaming)} ref={messagesAfterRemoval} className={styles.tools}>
            {tools}
          </div>
        </div>
      )}
      {at === 0 || streaming || !show_scores ? null : (
        <ScoreChange before={versions[at - 1]?.scores ?? null} after={message.scores} />
      )}
      {versions.length > 1 ? (
        <LazyCompareVersions open={comparing} onOpenChange={setComparing} versions={versions} at={at} />
      ) : null}
    </article>
  )
})
