import type { Message } from '#contract/objects/chat.ts'
import type { OutboxEntry } from '../database/rows.ts'

type Part = Pick<Message, 'id' | 'role' | 'seq' | 'reply_to' | 'status' | 'superseded_by' | 'parent' | 'replaces'>
/**
 * Questions from the oldest to the newest, with the question before each: null for a first one, undefined if unknown.
 */
type Questions = Map<string, string | null | undefined>

export interface CurrentPath {
  /**
   * Ids of the messages and entries that are not shown: in another branch, or deleted, also by an unsent entry. A
   * refused deletion or edit hides nothing.
   */
  hidden: ReadonlySet<string>
  /** The questions in the place of a question, oldest first: itself and its edits, without deleted ones. */
  editsOf: (id: string) => readonly string[]
}

/**
 * Finds the current path of a chat: from its newest question back to the first. `path` leads to another question than
 * the newest (`Chat.path`). `messages`: any part of the chat, by position; `waiting`: all its entries, in order.
 */
export function findPath(
  messages: readonly Part[],
  waiting: readonly OutboxEntry[],
  path: string | null | undefined,
): CurrentPath {
  const known = new Map(messages.map((message) => [message.id, message]))
  const questions: Questions = new Map()
  const earlier: Part[] = []
  const isWhole = (messages[0]?.seq ?? 1) === 1
  for (const message of messages) {
    if (message.role !== 'user') continue
    questions.set(message.id, parentOf(message, { questions, earlier, known, isWhole }))
    earlier.push(message)
  }
  const deleted = new Set<string>()
  for (const entry of waiting) {
    if (entry.state === 'failed') continue
    if (entry.kind === 'message.delete') deleted.add(entry.body.message)
    if (entry.kind !== 'message.send' || known.has(entry.id)) continue
    const { replaces, parent = null } = entry.body
    const above = replaces === undefined ? newestBelow(questions, questionOf(parent, known)) : questions.get(replaces)
    questions.set(entry.id, above)
  }
  const selected = questionOf(path ?? null, known)
  // A question that a chat loaded from its beginning does not have was chosen by a faulty client.
  const root = selected !== null && isWhole && !questions.has(selected) ? null : selected
  const shown = new Set<string>()
  for (let id = newestBelow(questions, root); id && !shown.has(id); id = questions.get(id) ?? null) shown.add(id)
  const isShown = ({ id, role, reply_to }: Part) => shown.has(role === 'user' ? id : (reply_to ?? ''))
  const isDeleted = ({ id, reply_to, status }: Part) =>
    status === 'deleted' || deleted.has(id) || (reply_to !== null && deleted.has(reply_to))
  const hidden = new Set<string>()
  for (const message of messages) if (!isShown(message) || isDeleted(message)) hidden.add(message.id)
  for (const { id, kind, state } of waiting) {
    // A refused message stays visible, so that the user can reuse its text.
    if (kind !== 'message.send' || state === 'failed' || known.has(id)) continue
    if (!shown.has(id) || deleted.has(id)) hidden.add(id)
  }
  const isStanding = (id: string) => {
    const message = known.get(id)
    return message === undefined ? !deleted.has(id) : !isDeleted(message)
  }
  const edits = new Map<string | null, string[]>()
  for (const [id, parent] of questions) {
    if (parent === undefined || !isStanding(id)) continue
    const others = edits.get(parent)
    if (others) others.push(id)
    else edits.set(parent, [id])
  }
  const editsOf = (id: string) => {
    const parent = questions.get(id)
    return (parent === undefined ? undefined : edits.get(parent)) ?? [id]
  }
  return { hidden, editsOf }
}

/** The current one of an answer's versions, which are ordered oldest first: that chosen last, else the newest. */
export function currentVersion<M extends { id: string }>(
  versions: readonly M[],
  selected: readonly string[],
): M | undefined {
  const last = selected.findLast((id) => versions.some((version) => version.id === id))
  return last === undefined ? versions.at(-1) : versions.find(({ id }) => id === last)
}

/**
 * The question before another on its path. Rows of an older build and of an older server lack it: an edit stands in the
 * place of what it replaces, any other question follows the newest one that was not yet superseded then.
 */
function parentOf(
  { parent, replaces, seq }: Part,
  before: { questions: Questions; earlier: readonly Part[]; known: ReadonlyMap<string, Part>; isWhole: boolean },
): string | null | undefined {
  if (parent !== undefined) return parent
  if (replaces) return before.questions.get(replaces)
  const last = before.earlier.findLast(({ superseded_by }) => {
    const successor = before.known.get(superseded_by ?? '')
    return successor === undefined || successor.seq > seq
  })
  return last?.id ?? (before.isWhole ? null : undefined)
}

/**
 * The newest question that is `root` or below it; of all questions for null. A question is newer than that before it.
 */
function newestBelow(questions: Questions, root: string | null): string | null {
  let newest = root
  const below = new Set<string | null | undefined>([root])
  for (const [id, parent] of questions) {
    if (root !== null && !below.has(parent)) continue
    below.add(id)
    newest = id
  }
  return newest
}

/** The question of a message: itself, or the one that it answers. */
const questionOf = (id: string | null, known: ReadonlyMap<string, Part>): string | null =>
  id === null ? null : (known.get(id)?.reply_to ?? id)
