import type { Message } from '#contract/objects/chat.ts'
import { findHidden } from '#offline/chats/hidden-messages.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { isHeldCode, type SendState } from '../../message/send-state.ts'
import { type Branches, showPath, type View } from './shown-path.ts'

export type QuestionRow = {
  kind: 'question'
  key: string
  content: string
  created_at: string
  send: SendState
  branches: Branches | null
  past: boolean
}
/** `message` is the newest of `versions`, which are ordered oldest first. */
export type AnswerRow = { kind: 'answer'; key: string; message: Message; versions: readonly Message[]; past: boolean }
export type Row = QuestionRow | AnswerRow

const SENT: SendState = { kind: 'sent' }

/**
 * Builds the visible rows, oldest first: the server's messages by position, the versions of an answer at the position
 * of the first, then unsent messages. Unchanged rows are the same objects as in `before`, so that only changed rows
 * render; when all are unchanged, the list is the same too.
 */
export function buildRows(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  before: readonly Row[],
  view: View | null = null,
): readonly Row[] {
  const rows: Row[] = []
  const position = new Map<string, number>()
  const known = new Set(messages.map(({ id }) => id))
  const hidden = findHidden(messages, waiting)
  for (const { message, branches, past } of showPath(messages, hidden, view)) {
    if (message.role === 'user') {
      const { id, content, created_at } = message
      rows.push({ kind: 'question', key: id, content, created_at, send: SENT, branches, past })
      continue
    }
    const question = message.reply_to ?? message.id
    const at = position.get(question)
    const shown = at === undefined ? undefined : rows[at]
    if (at === undefined || shown?.kind !== 'answer') {
      position.set(question, rows.length)
      rows.push({ kind: 'answer', key: question, message, versions: [message], past })
    } else {
      const versions = [...shown.versions, message].sort((a, b) => a.version - b.version)
      rows[at] = { ...shown, versions, message: versions.at(-1) ?? message }
    }
  }
  const creation = waiting.find(({ kind }) => kind === 'chat.create')
  let ahead: SendState | null = null
  for (const entry of waiting) {
    if (entry.kind !== 'message.send' || known.has(entry.id) || hidden.has(entry.id)) continue
    const created_at = new Date(entry.created_at).toISOString()
    // A message waits for its chat and for earlier messages: whatever blocks those blocks this message.
    const send = behind(ahead, sendState(entry.state === 'waiting' && creation?.error ? creation : entry))
    ahead = send
    const { content } = entry.body
    rows.push({ kind: 'question', key: entry.id, content, created_at, send, branches: null, past: false })
  }
  const old = new Map(before.map((row) => [`${row.kind}${row.key}`, row]))
  const reused = rows.map((row) => {
    const same = old.get(`${row.kind}${row.key}`)
    return same && showsSame(same, row) ? same : row
  })
  const isSame = reused.length === before.length && reused.every((row, index) => row === before[index])
  return isSame ? before : reused
}

export function sendState({ state, error }: OutboxEntry): SendState {
  if (state === 'sending') return { kind: 'sending' }
  if (state === 'failed') return { kind: 'failed', code: error?.code ?? null, reason: error?.message ?? null }
  if (error && isHeldCode(error.code)) return { kind: 'held', code: error.code, resetsAt: error.resets_at ?? null }
  return { kind: 'waiting', code: error?.code ?? null }
}

/** Returns the state of a message whose predecessor blocks it before its first attempt. */
function behind(ahead: SendState | null, own: SendState): SendState {
  if (ahead === null || own.kind !== 'waiting' || own.code !== null) return own
  if (ahead.kind === 'waiting') return ahead
  return ahead.kind === 'sending' || ahead.kind === 'sent' ? own : { kind: 'behind' }
}

function showsSame(a: Row, b: Row): boolean {
  if (a.past !== b.past) return false
  if (a.kind === 'question' && b.kind === 'question') {
    if (a.content !== b.content) return false
    return JSON.stringify([a.send, a.branches]) === JSON.stringify([b.send, b.branches])
  }
  if (a.kind !== 'answer' || b.kind !== 'answer' || a.versions.length !== b.versions.length) return false
  return a.versions.every((version, index) => isSameVersion(version, b.versions[index]))
}

function isSameVersion(one: Message, other: Message | undefined): boolean {
  return (
    one.id === other?.id &&
    one.status === other.status &&
    one.content === other.content &&
    one.has_reasoning === other.has_reasoning &&
    one.scores?.created_at === other.scores?.created_at &&
    one.failure === other.failure
  )
}
