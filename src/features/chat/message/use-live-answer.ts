import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react'
import type { Message, MessageStatus } from '#contract/objects/chat.ts'
import type { WebSearchState } from '#contract/stream.ts'
import { answerSnapshot, subscribeAnswer } from '#offline/stream/live-answers.ts'

export interface ShownAnswer {
  text: string
  reasoning: string
  hasReasoning: boolean
  status: MessageStatus
  search: WebSearchState
  /** How many answers begin before it, while the server has no room for it. */
  before: number | null
}

const none: WebSearchState['sources'] = []
const noSearch: WebSearchState = { query: null, sources: none, problem: null }
const noSubscription = () => () => undefined

/** Returns the streaming text of an answer, updated at most once a frame; for a finished answer, the message's text. */
export function useLiveAnswer(message: Message): ShownAnswer {
  const { id, status, content, has_reasoning, sources = none, search_problem: problem = null } = message
  const streaming = status === 'streaming'
  const furthest = useRef({ id, text: '', reasoning: '', search: noSearch })
  const finished = useMemo(() => ({ query: null, sources, problem }), [sources, problem])
  const subscribe = useCallback((changed: () => void) => oncePerFrame(id, changed), [id])
  const live = useSyncExternalStore(streaming ? subscribe : noSubscription, () => answerSnapshot(id))
  if (!streaming)
    return { text: content, reasoning: '', hasReasoning: has_reasoning, status, search: finished, before: null }

  if (furthest.current.id !== id) furthest.current = { id, text: '', reasoning: '', search: noSearch }
  // The live text ends before the finished message arrives, and the stored text lags by a second: show the longest.
  const text = longest(live?.text ?? '', content, furthest.current.text)
  const reasoning = longest(live?.reasoning ?? '', '', furthest.current.reasoning)
  const search = live?.search ?? furthest.current.search
  furthest.current = { id, text, reasoning, search }
  return {
    text,
    reasoning,
    hasReasoning: has_reasoning || reasoning !== '',
    status,
    search,
    before: live?.before ?? null,
  }
}

function longest(...texts: string[]): string {
  return texts.reduce((best, text) => (text.length > best.length ? text : best))
}

function oncePerFrame(id: string, changed: () => void): () => void {
  let frame = 0
  const stop = subscribeAnswer(id, () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0
      changed()
    })
  })
  return () => {
    stop()
    cancelAnimationFrame(frame)
  }
}
