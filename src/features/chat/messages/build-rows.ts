import type { Message } from '#contract/objects/chat.ts'
import type { OutboxEntry } from '#offline/rows.ts'
import { isHeldCode, type SendState } from './send-state.ts'

export type QuestionRow = { kind: 'question'; key: string; content: string; created_at: string; send: SendState }
export type AnswerRow = { kind: 'answer'; key: string; message: Message }
export type Row = QuestionRow | AnswerRow

const SENT: SendState = { kind: 'sent' }

/**
 * What the reader sees, oldest first: the server's messages by position, of each answer its newest version where
 * the first one stood, then what still waits to be sent. Rows that show the same as in `before` are the same objects,
 * so that only what changed renders.
 */
export function buildRows(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  before: readonly Row[],
): Row[] {
  const rows: Row[] = []
  const place = new Map<string, number>()
  const known = new Set<string>()
  for (const message of messages) {
    known.add(message.id)
    if (message.role === 'user') {
      const { id, content, created_at } = message
      rows.push({ kind: 'question', key: id, content, created_at, send: SENT })
      continue
    }
    const question = message.reply_to ?? message.id
    const at = place.get(question)
    const shown = at === undefined ? undefined : rows[at]
    if (at === undefined) {
      place.set(question, rows.length)
      rows.push({ kind: 'answer', key: question, message })
    } else if (shown?.kind === 'answer' && shown.message.version <= message.version) {
      rows[at] = { kind: 'answer', key: question, message }
    }
  }
  const creation = waiting.find(({ kind }) => kind === 'chat.create')
  let ahead: SendState | null = null
  for (const entry of waiting) {
    if (entry.kind !== 'message.send' || known.has(entry.id)) continue
    const created_at = new Date(entry.created_at).toISOString()
    // A message waits for its chat and for those before it: what keeps them keeps the message.
    const send = behind(ahead, sendState(entry.state === 'waiting' && creation?.error ? creation : entry))
    ahead = send
    rows.push({ kind: 'question', key: entry.id, content: entry.body.content, created_at, send })
  }
  const old = new Map(before.map((row) => [`${row.kind}${row.key}`, row]))
  return rows.map((row) => {
    const same = old.get(`${row.kind}${row.key}`)
    return same && showsSame(same, row) ? same : row
  })
}

export function sendState({ state, error }: OutboxEntry): SendState {
  if (state === 'sending') return { kind: 'sending' }
  if (state === 'failed') return { kind: 'failed', code: error?.code ?? null, reason: error?.message ?? null }
  if (error && isHeldCode(error.code)) return { kind: 'held', code: error.code, resetsAt: error.resets_at ?? null }
  return { kind: 'waiting', code: error?.code ?? null }
}

/** What keeps a message that has not been tried itself. */
function behind(ahead: SendState | null, own: SendState): SendState {
  if (ahead === null || own.kind !== 'waiting' || own.code !== null) return own
  if (ahead.kind === 'waiting') return ahead
  return ahead.kind === 'sending' || ahead.kind === 'sent' ? own : { kind: 'behind' }
}

function showsSame(a: Row, b: Row): boolean {
  if (a.kind === 'question' && b.kind === 'question') {
    if (a.content !== b.content) return false
    return JSON.stringify(a.send) === JSON.stringify(b.send)
  }
  if (a.kind !== 'answer' || b.kind !== 'answer') return false
  const [one, other] = [a.message, b.message]
  return (
    one.id === other.id &&
    one.status === other.status &&
    one.content === other.content &&
    one.has_reasoning === other.has_reasoning
  )
}
