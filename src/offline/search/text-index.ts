import type { MessageRow, OutboxEntry } from '../database/rows.ts'
import { WordIndex } from './word-index.ts'

export interface LocalHit {
  chatId: string
  /** Null: the hit is the chat's title. */
  messageId: string | null
  /** When the indexed text was last changed; null for an unsent message. */
  updated: string | null
}

interface Title {
  id: string
  title: string
  at: string
  number: number
}

interface Entry {
  id: string
  chatId: string
  at: string
  updated: string | null
  seq: number
  /** The id of the question that an answer belongs to. */
  questionId: string | null
  number: number
}

/** Streaming, superseded and deleted messages are not searched. */
const isFound = ({ status, superseded_by, content }: MessageRow) =>
  content !== '' && !superseded_by && (status === 'complete' || status === 'interrupted')

/** The in-memory search index of one user's titles and messages. Measured in docs/decisions/028. */
export class TextIndex {
  #titles = new Map<string, Title>()
  #messages = new Map<string, Entry>()
  #inTitles = new WordIndex<Title>()
  #inMessages = new WordIndex<Entry>()
  /** The index of unsent messages, oldest first; built on the first search after a change. */
  #inWaiting: WordIndex<Entry> | null = null
  #sends: Extract<OutboxEntry, { kind: 'message.send' }>[] = []
  /** By chat: the position from which a queued edit hides the messages. */
  #hiddenFrom = new Map<string, number>()
  /** Ids of messages with a queued deletion; their answers are hidden too. */
  #leaving = new Set<string>()
  #order: Entry[] | null = null

  putTitle(id: string, title: string, at: string): void {
    const known = this.#titles.get(id)
    if (known?.title === title) {
      known.at = at
      return
    }
    if (known) this.#inTitles.remove(known.number)
    const entry = { id, title, at, number: -1 }
    entry.number = this.#inTitles.put(entry, title)
    this.#titles.set(id, entry)
  }

  putMessage(row: MessageRow): void {
    if (!isFound(row)) {
      this.removeMessage(row.id)
      return
    }
    const known = this.#messages.get(row.id)
    if (known?.updated === row.updated_at) return
    if (known) this.#inMessages.remove(known.number)
    const { id, chat: chatId, created_at: at, updated_at: updated, seq, reply_to: questionId } = row
    const entry = { id, chatId, at, updated, seq, questionId, number: -1 }
    entry.number = this.#inMessages.put(entry, row.content)
    this.#messages.set(id, entry)
    this.#order = null
  }

  removeTitle(id: string): void {
    const known = this.#titles.get(id)
    if (known) this.#inTitles.remove(known.number)
    this.#titles.delete(id)
  }

  removeMessage(id: string): void {
    const known = this.#messages.get(id)
    if (known === undefined) return
    this.#inMessages.remove(known.number)
    this.#messages.delete(id)
    this.#order = null
  }

  /** Removes all messages that are not in `ids`. */
  retainMessages(ids: ReadonlySet<string>): void {
    for (const id of this.#messages.keys()) if (!ids.has(id)) this.removeMessage(id)
  }

  retainTitles(ids: ReadonlySet<string>): void {
    for (const id of this.#titles.keys()) if (!ids.has(id)) this.removeTitle(id)
  }

  /** Indexes the unsent messages, and hides messages that queued entries delete or supersede. */
  setWaiting(entries: readonly OutboxEntry[]): void {
    this.#hiddenFrom.clear()
    this.#leaving.clear()
    this.#sends = []
    this.#inWaiting = null
    for (const entry of entries) {
      if (entry.kind === 'message.delete' && entry.state !== 'failed') this.#leaving.add(entry.body.message)
      if (entry.kind !== 'message.send') continue
      const { queueKey: chatId, place } = entry
      if (place !== undefined && entry.state !== 'failed') {
        this.#hiddenFrom.set(chatId, Math.min(place, this.#hiddenFrom.get(chatId) ?? Number.POSITIVE_INFINITY))
      }
      this.#sends.push(entry)
    }
  }

  /** The newest hits of each kind. */
  search(terms: readonly string[], most: { titles: number; messages: number }): LocalHit[] {
    if (terms.length === 0) return []
    const titles = this.#inTitles.list(terms).sort((a, b) => (a.at < b.at ? 1 : -1))
    const hits: LocalHit[] = titles
      .slice(0, most.titles)
      .map(({ id }) => ({ chatId: id, messageId: null, updated: null }))
    const end = hits.length + most.messages
    for (const { id, chatId } of this.#waiting().list(terms).reverse()) {
      if (!this.#messages.has(id) && !this.#leaving.has(id)) hits.push({ chatId, messageId: id, updated: null })
    }
    const marks = this.#inMessages.find(terms)
    for (const entry of this.#ordered()) {
      if (hits.length >= end) break
      if (marks[entry.number] !== terms.length || !this.#isShown(entry)) continue
      hits.push({ chatId: entry.chatId, messageId: entry.id, updated: entry.updated })
    }
    return hits
  }

  /** Whether a message may be found. A chat with a queued deletion keeps its messages, but its title is not indexed. */
  #isShown({ id, chatId, seq, questionId }: Entry): boolean {
    if (this.#leaving.has(id) || (questionId !== null && this.#leaving.has(questionId))) return false
    // A later version of an answer is stored at the chat's end, so the position of its question counts.
    const position = (questionId === null ? undefined : this.#messages.get(questionId)?.seq) ?? seq
    return this.#titles.has(chatId) && position < (this.#hiddenFrom.get(chatId) ?? Number.POSITIVE_INFINITY)
  }

  #waiting(): WordIndex<Entry> {
    if (this.#inWaiting !== null) return this.#inWaiting
    const index = new WordIndex<Entry>()
    for (const { id, queueKey: chatId, body, created_at } of this.#sends) {
      const at = new Date(created_at).toISOString()
      const row = { updated: null, seq: Number.POSITIVE_INFINITY, questionId: null, number: -1 }
      index.put({ id, chatId, at, ...row }, body.content)
    }
    this.#inWaiting = index
    return index
  }

  #ordered(): Entry[] {
    this.#order ??= [...this.#messages.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.seq - a.seq))
    return this.#order
  }
}
