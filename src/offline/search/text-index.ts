import type { MessageRow, OutboxEntry } from '../rows.ts'
import { type Folded, foldText, holdsAll } from './folded-text.ts'

export interface LocalHit {
  chat: string
  /** Null: the chat's title. */
  message: string | null
}

interface Title {
  at: string
  text: Folded
}

interface Entry {
  id: string
  chat: string
  at: string
  updated: string
  seq: number
  /** Of an answer. */
  question: string | null
  text: Folded
}

/** What is not found here: what is still being written, what an edit left behind, what is deleted. */
const isFound = ({ status, superseded_by, content }: MessageRow) =>
  content !== '' && !superseded_by && (status === 'complete' || status === 'interrupted')

/** Titles and messages of one person in memory, folded; newest first. Measured in docs/decisions/028. */
export class TextIndex {
  #titles = new Map<string, Title>()
  #messages = new Map<string, Entry>()
  #waiting: Entry[] = []
  /** From which position on a chat's messages are hidden by an edit that waits. */
  #hiddenFrom = new Map<string, number>()
  /** Messages that a waiting deletion takes away; answers go with their question. */
  #leaving = new Set<string>()
  #order: Entry[] | null = null

  get size(): number {
    return this.#messages.size
  }

  putTitle(id: string, title: string, at: string): void {
    this.#titles.set(id, { at, text: foldText(title) })
  }

  putMessage(row: MessageRow): void {
    const known = this.#messages.get(row.id)
    if (!isFound(row)) {
      this.#messages.delete(row.id)
    } else if (known === undefined || known.updated !== row.updated_at) {
      const { id, chat, created_at: at, updated_at: updated, seq, reply_to: question } = row
      this.#messages.set(id, { id, chat, at, updated, seq, question, text: foldText(row.content) })
    } else return
    this.#order = null
  }

  removeTitle(id: string): void {
    this.#titles.delete(id)
  }

  removeMessage(id: string): void {
    if (this.#messages.delete(id)) this.#order = null
  }

  /** Keeps only what is among these. */
  keepMessages(ids: ReadonlySet<string>): void {
    for (const id of this.#messages.keys()) if (!ids.has(id)) this.removeMessage(id)
  }

  keepTitles(ids: ReadonlySet<string>): void {
    for (const id of this.#titles.keys()) if (!ids.has(id)) this.#titles.delete(id)
  }

  /** What waits to be sent is found too, and hides what it takes the place of. */
  setWaiting(entries: readonly OutboxEntry[]): void {
    this.#hiddenFrom.clear()
    this.#leaving.clear()
    this.#waiting = []
    for (const entry of entries) {
      if (entry.kind === 'message.delete' && entry.state !== 'failed') this.#leaving.add(entry.body.message)
      if (entry.kind !== 'message.send') continue
      const { id, chat, body, place } = entry
      if (place !== undefined && entry.state !== 'failed') {
        this.#hiddenFrom.set(chat, Math.min(place, this.#hiddenFrom.get(chat) ?? Number.POSITIVE_INFINITY))
      }
      const at = new Date(entry.created_at).toISOString()
      this.#waiting.push({
        id,
        chat,
        at,
        updated: at,
        seq: Number.POSITIVE_INFINITY,
        question: null,
        text: foldText(body.content),
      })
    }
    this.#waiting.reverse()
  }

  /** The newest hits of each kind. */
  search(terms: readonly string[], most: { titles: number; messages: number }): LocalHit[] {
    if (terms.length === 0) return []
    const titles: [string, string][] = []
    for (const [id, { at, text }] of this.#titles) if (holdsAll(text, terms)) titles.push([at, id])
    titles.sort(([a], [b]) => (a < b ? 1 : -1))
    const hits: LocalHit[] = titles.slice(0, most.titles).map(([, chat]) => ({ chat, message: null }))
    const end = hits.length + most.messages
    for (const entry of this.#waiting) {
      if (!this.#messages.has(entry.id) && !this.#leaving.has(entry.id) && holdsAll(entry.text, terms))
        hits.push({ chat: entry.chat, message: entry.id })
    }
    for (const entry of this.#ordered()) {
      if (hits.length >= end) break
      if (!holdsAll(entry.text, terms) || !this.#isShown(entry)) continue
      hits.push({ chat: entry.chat, message: entry.id })
    }
    return hits
  }

  /** Of a chat that is on its way out the messages are still kept. */
  #isShown({ id, chat, seq, question }: Entry): boolean {
    if (this.#leaving.has(id) || (question !== null && this.#leaving.has(question))) return false
    // A later version of an answer stands with its question.
    const place = (question === null ? undefined : this.#messages.get(question)?.seq) ?? seq
    return this.#titles.has(chat) && place < (this.#hiddenFrom.get(chat) ?? Number.POSITIVE_INFINITY)
  }

  #ordered(): Entry[] {
    this.#order ??= [...this.#messages.values()].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : b.seq - a.seq))
    return this.#order
  }
}
