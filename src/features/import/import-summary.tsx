import { Plural, Trans } from '@lingui/react/macro'
import { type ReactNode, useId, useState } from 'react'
import type { ImportState } from '#contract/endpoints/import.ts'
import { IMPORT_MESSAGE_MAX } from '#contract/limits.ts'
import { formatNumber } from '#i18n/format.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { LinkButton } from '#ui/button/link-button.tsx'
import { sourceNames } from './import-messages.ts'
import styles from './import-page.module.css'
import { type Summary, wantedOf } from './import-run.ts'

interface SummaryProps {
  summary: Summary
  onStore: (again: boolean) => void
  onCancel: () => void
}

/** Says what is in a file, for the page's live region. */
export function ImportCounts({ summary: { source, chats, states } }: { summary: Summary }) {
  const counts = countStates(states)
  const messages = chats.reduce((sum, chat) => sum + chat.messages, 0)
  return (
    <>
      <h2>{sourceNames[source]}</h2>
      <p>
        <Plural value={chats.length} one="# chat" other="# chats" />
        {', '}
        <Plural value={messages} one="# message" other="# messages" />
      </p>
      <ul className={styles.list}>
        <Line count={counts.new}>
          <Plural value={counts.new} one="# chat is new" other="# chats are new" />
        </Line>
        <Line count={counts.grown}>
          <Plural value={counts.grown} one="# chat has new messages" other="# chats have new messages" />
        </Line>
        <Line count={counts.known}>
          <Plural value={counts.known} one="# chat is here already" other="# chats are here already" />
        </Line>
        <Line count={counts.deleted}>
          <Plural
            value={counts.deleted}
            one="# chat is in Recently deleted, where you can restore it"
            other="# chats are in Recently deleted, where you can restore them"
          />
        </Line>
        <Line count={counts.erased}>
          <Plural
            value={counts.erased}
            one="# chat was here and has been deleted for good"
            other="# chats were here and have been deleted for good"
          />
        </Line>
      </ul>
    </>
  )
}

/** Says what is left out of a file and why, and offers to store the rest. */
export function ImportSummary({ summary, onStore, onCancel }: SummaryProps) {
  const id = useId()
  const [again, setAgain] = useState(false)
  const counts = countStates(summary.states)
  const wanted = wantedOf(summary, again).length
  return (
    <>
      <LeftOutList summary={summary} />
      <p className={styles.soft}>
        <Trans>
          Imported answers have no scores. Nothing is asked of the model, and nothing counts against your plan.
        </Trans>
      </p>
      {counts.erased > 0 ? (
        <div className={styles.choice}>
          <input id={id} type="checkbox" checked={again} onChange={(event) => setAgain(event.target.checked)} />
          <label htmlFor={id}>
            <Trans>Bring back what was deleted for good</Trans>
          </label>
        </div>
      ) : null}
      {wanted === 0 ? (
        <p>
          <Trans>There is nothing new in this file.</Trans>
        </p>
      ) : null}
      <div className={styles.tools}>
        {wanted > 0 ? (
          <Button variant="primary" onClick={() => onStore(again)}>
            <Plural value={wanted} one="Import # chat" other="Import # chats" />
          </Button>
        ) : null}
        {counts.deleted > 0 ? (
          <LinkButton to="/recently-deleted">
            <Trans>Recently deleted</Trans>
          </LinkButton>
        ) : null}
        <Button onClick={onCancel}>{wanted > 0 ? <Trans>Cancel</Trans> : <Trans>Another file</Trans>}</Button>
      </div>
    </>
  )
}

function LeftOutList({ summary: { leftOut } }: { summary: Summary }) {
  const language = useLanguage()
  const { empty, unreadable, large, deleted, files, cut, unpaired } = leftOut
  const most = formatNumber(IMPORT_MESSAGE_MAX, language)
  if (empty + unreadable + large + deleted + files + cut + unpaired === 0) return null
  return (
    <>
      <h3>
        <Trans>Left out</Trans>
      </h3>
      <ul className={styles.list}>
        <Line count={empty}>
          <Plural value={empty} one="# chat without messages" other="# chats without messages" />
        </Line>
        <Line count={deleted}>
          <Plural
            value={deleted}
            one="# chat that was in Recently deleted there"
            other="# chats that were in Recently deleted there"
          />
        </Line>
        <Line count={large}>
          <Plural value={large} one="# chat that is too large" other="# chats that are too large" />
        </Line>
        <Line count={unreadable}>
          <Plural value={unreadable} one="# chat in an unknown form" other="# chats in an unknown form" />
        </Line>
        <Line count={files}>
          <Plural
            value={files}
            one="# attached file: its name is added to the message"
            other="# attached files: their names are added to the messages"
          />
        </Line>
        <Line count={cut}>
          <Plural
            value={cut}
            one={`The end of # message of more than ${most} characters`}
            other={`The ends of # messages of more than ${most} characters`}
          />
        </Line>
        <Line count={unpaired}>
          <Plural
            value={unpaired}
            one="# answer before the first question of its chat"
            other="# answers before the first question of their chats"
          />
        </Line>
      </ul>
    </>
  )
}

const Line = ({ count, children }: { count: number; children: ReactNode }) => (count > 0 ? <li>{children}</li> : null)

function countStates(states: ReadonlyMap<string, ImportState>): Record<ImportState, number> {
  const counts: Record<ImportState, number> = { new: 0, grown: 0, known: 0, deleted: 0, erased: 0 }
  for (const state of states.values()) counts[state] += 1
  return counts
}
