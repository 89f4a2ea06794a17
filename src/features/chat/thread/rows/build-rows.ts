import type { EarlierMessages, Message } from '#contract/objects/chat.ts'
import { currentVersion, findPath } from '#offline/chats/current-path.ts'
import { listFeedback, withFeedback } from '#offline/chats/with-feedback.ts'
import type { AttachedFile, OutboxEntry } from '#offline/database/rows.ts'
import { isHeldCode, type SendState } from '../../message/send-state.ts'
import { nothingSelected, type WindowState } from '../window/message-window.ts'

/** The branches at a question: itself and its edits. */
interface Branches {
  /** Oldest first. */
  members: readonly string[]
  at: number
}

/** The last message that the model did not get in full for the newest finished answer (`Message.earlier`). */
export interface Boundary extends EarlierMessages {
  chatId: string
  answerId: string
}

export type QuestionRow = {
  kind: 'question'
  key: string
  content: string
  created_at: string
  send: SendState
  branches: Branches | null
  /** True for a waiting question with another one below it: what both wait for stands under the last one. */
  isFollowed: boolean
  files: readonly AttachedFile[]
  /** Set where the boundary is below this row. */
  boundary?: Boundary
}
/**
 * `message` is the current one of `versions`, which are ordered oldest first. `gone`: the chosen model that it
 * replaces, if no earlier row names it.
 */
export type AnswerRow = {
  kind: 'answer'
  key: string
  message: Message
  versions: readonly Message[]
  gone?: string
  boundary?: Boundary
}
export type Row = QuestionRow | AnswerRow

type SendEntry = Extract<OutboxEntry, { kind: 'message.send' }>

const NO_FILES: readonly AttachedFile[] = []
const SENT: SendState = { kind: 'sent' }

/**
 * Builds the rows of the current path, oldest first: the server's messages by position, the versions of an answer at
 * the position of the first, then unsent messages. Unchanged rows are the same objects as in `before`, so that only
 * changed rows render; when all are unchanged, the list is the same too.
 */
export function buildRows(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  before: readonly Row[],
  { path, versions: selected }: Pick<WindowState, 'path' | 'versions'> = nothingSelected,
): readonly Row[] {
  const rows: Row[] = []
  const position = new Map<string, number>()
  const known = new Set(messages.map(({ id }) => id))
  const { hidden, editsOf } = findPath(messages, waiting, path)
  const branchesAt = (id: string): Branches | null => {
    const members = editsOf(id)
    return members.length > 1 ? { members, at: members.indexOf(id) } : null
  }
  const unsent = listFeedback(waiting)
  for (const stored of messages) {
    if (hidden.has(stored.id)) continue
    const message = withFeedback(stored, unsent)
    if (message.role === 'user') {
      const { id, content, created_at, files = NO_FILES } = message
      const own = { send: SENT, branches: branchesAt(id), isFollowed: false, files }
      rows.push({ kind: 'question', key: id, content, created_at, ...own })
      continue
    }
    const question = message.reply_to ?? message.id
    const at = position.get(question)
    const shown = at === undefined ? undefined : rows[at]
    if (at === undefined || shown?.kind !== 'answer') {
      position.set(question, rows.length)
      rows.push({ kind: 'answer', key: question, message, versions: [message] })
    } else {
      const versions = [...shown.versions, message].sort((a, b) => a.version - b.version)
      rows[at] = { ...shown, versions, message: currentVersion(versions, selected) ?? message }
    }
  }
  sayOnce(rows)
  setBoundary(rows)
  const creation = waiting.find(({ kind }) => kind === 'chat.create')
  let deletion: OutboxEntry | undefined
  let ahead: SendState | null = null
  for (const entry of waiting) {
    if (entry.kind === 'message.delete' && entry.state === 'waiting' && entry.error) deletion = entry
    if (entry.kind !== 'message.send' || known.has(entry.id) || hidden.has(entry.id)) continue
    const created_at = new Date(entry.created_at).toISOString()
    // A message waits for its chat, earlier deletions and earlier messages: whatever blocks those blocks this message.
    const blocking = creation?.error ? creation : deletion
    const send = behind(ahead, sendState(entry.state === 'waiting' && blocking ? blocking : entry))
    ahead = send
    const { content } = entry.body
    const before = rows.at(-1)
    if (before?.kind === 'question' && isWaiting(before.send) && isWaiting(send)) before.isFollowed = true
    const branches = entry.state === 'failed' ? null : branchesAt(entry.id)
    const own = { send, branches, isFollowed: false, files: filesOf(entry) }
    rows.push({ kind: 'question', key: entry.id, content, created_at, ...own })
  }
  const old = new Map(before.map((row) => [`${row.kind}${row.key}`, row]))
  const reused = rows.map((row) => {
    const same = old.get(`${row.kind}${row.key}`)
    return same && showsSame(same, row) ? same : row
  })
  const isSame = reused.length === before.length && reused.every((row, index) => row === before[index])
  return isSame ? before : reused
}

/** A model that is gone is named at the first of the answers in which another one replaces it. */
function sayOnce(rows: readonly Row[]): void {
  const said = new Set<string>()
  for (const row of rows) {
    const gone = row.kind === 'answer' ? row.message.replaced_model : null
    if (row.kind !== 'answer' || gone == null || said.has(gone)) continue
    row.gone = gone
    said.add(gone)
  }
}

/** Marks the row below which the boundary of the newest finished answer is, if that row is loaded. */
function setBoundary(rows: Row[]): void {
  const newest = rows.findLast((row) => row.kind === 'answer' && isFinished(row.message))
  if (newest?.kind !== 'answer' || !newest.message.earlier) return
  const { id: answerId, chat: chatId, earlier } = newest.message
  const at = rows.findIndex((row) => (row.kind === 'answer' ? row.message.id : row.key) === earlier.end)
  const row = rows[at]
  if (row) rows[at] = { ...row, boundary: { ...earlier, chatId, answerId } }
}

const isFinished = ({ status }: Message): boolean => status === 'complete' || status === 'interrupted'

/** The files of an unsent message; one that the server has refused says why. */
function filesOf({ files, state, error }: SendEntry): readonly AttachedFile[] {
  const { file: refused, code } = error ?? {}
  if (files === undefined) return NO_FILES
  if (state !== 'failed' || refused === undefined) return files
  return files.map((file) => (file.id === refused ? { ...file, refused: code } : file))
}

function sendState({ state, error }: OutboxEntry): SendState {
  if (state === 'sending') return { kind: 'sending' }
  // The reason for a refused file is shown beside it.
  if (state === 'failed' && error?.file !== undefined) return { kind: 'failed', code: null, reason: null }
  if (state === 'failed') return { kind: 'failed', code: error?.code ?? null, reason: error?.message ?? null }
  if (error && isHeldCode(error.code)) return { kind: 'held', code: error.code, resetsAt: error.resets_at ?? null }
  return { kind: 'waiting', code: error?.code ?? null }
}

const isWaiting = ({ kind }: SendState): boolean => kind === 'waiting' || kind === 'behind'

/** Returns the state of a message whose predecessor blocks it before its first attempt. */
function behind(ahead: SendState | null, own: SendState): SendState {
  if (ahead === null || own.kind !== 'waiting' || own.code !== null) return own
  if (ahead.kind === 'waiting') return ahead
  return ahead.kind === 'sending' || ahead.kind === 'sent' ? own : { kind: 'behind' }
}

function showsSame(a: Row, b: Row): boolean {
  if (!hasSameFields(a.boundary ?? null, b.boundary ?? null)) return false
  if (a.kind === 'question' && b.kind === 'question') {
    if (a.content !== b.content || a.isFollowed !== b.isFollowed) return false
    return hasSameFields(a.send, b.send) && hasSameFields(a.branches, b.branches) && hasSameFiles(a.files, b.files)
  }
  if (a.kind !== 'answer' || b.kind !== 'answer' || a.versions.length !== b.versions.length) return false
  if (a.message.id !== b.message.id || a.gone !== b.gone) return false
  return a.versions.every((version, index) => isSameVersion(version, b.versions[index]))
}

/** Compares by identity first: most rows share the same objects, and serialising is slow for many rows. */
const hasSameFields = (one: object | null, other: object | null): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other)

/** The server's files have more fields than those of an unsent message, which show the same. */
const hasSameFiles = (some: readonly AttachedFile[], others: readonly AttachedFile[]): boolean =>
  some.length === others.length &&
  some.every(({ id, refused }, at) => id === others[at]?.id && refused === others[at]?.refused)

function isSameVersion(one: Message, other: Message | undefined): boolean {
  return (
    one.id === other?.id &&
    one.status === other.status &&
    one.content === other.content &&
    one.has_reasoning === other.has_reasoning &&
    one.scores?.created_at === other.scores?.created_at &&
    one.failure === other.failure &&
    one.model === other.model &&
    hasSameFields(one.feedback ?? null, other.feedback ?? null)
  )
}
