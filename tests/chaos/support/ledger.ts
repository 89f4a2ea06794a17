import { randomUUID } from 'node:crypto'
import type { OpenDatabase } from '#server/db/database.ts'

/** One typed message. `text` is unique in the ledger. */
export interface Typed {
  userId: number
  chat: string
  text: string
}

/** The comparison of the server's database with the typed messages; all lists are empty when everything is correct. */
export interface Verdict {
  typed: number
  /** Typed messages that are missing. */
  lost: string[]
  /** Messages stored more than once, in any chat or account. */
  duplicated: string[]
  /** Messages stored for another user or in another chat. */
  strayed: string[]
  /** Messages that were never typed. */
  invented: string[]
  /** Chats whose messages are not in the order of typing. */
  disordered: string[]
  /** Questions without exactly one answer, or answers without exactly one generation. */
  answers: string[]
}

/** The typed messages, in order. */
export class Ledger {
  readonly #typed: Typed[] = []
  readonly #mark = randomUUID().slice(0, 8)

  /** Returns a text that is unique among all ledgers; it is recorded before it is typed. */
  enter(userId: number, chatId: string, words: string): string {
    const text = `${this.#mark}-${this.#typed.length + 1} ${words}`
    this.#typed.push({ userId, chat: chatId, text })
    return text
  }

  /** The number of typed messages that the server has stored. */
  async arrived({ db }: OpenDatabase): Promise<number> {
    const rows = await db.selectFrom('messages').select('content').where('role', '=', 'user').execute()
    const there = new Set(rows.map(({ content }) => content))
    return this.#typed.filter(({ text }) => there.has(text)).length
  }

  /** Compares the ledger with all rows of its users, and its texts with all rows. */
  async judge({ db }: OpenDatabase): Promise<Verdict> {
    const columns = ['user_id', 'chat_id', 'id', 'role', 'content', 'seq', 'reply_to'] as const
    const messages = await db.selectFrom('messages').select(columns).orderBy('seq').execute()
    const generations = await db.selectFrom('generations').select('message_id').execute()
    const known = new Map(this.#typed.map((line) => [line.text, line]))
    const users = new Set(this.#typed.map(({ userId }) => userId))
    const questions = messages.filter(
      ({ role, user_id, content }) => role === 'user' && (users.has(user_id) || known.has(content)),
    )
    const times = count(questions.map(({ content }) => content))
    const jobs = count(generations.map(({ message_id }) => message_id))

    const ofQuestion = (id: string) => messages.filter(({ role, reply_to }) => role === 'assistant' && reply_to === id)
    const isAnsweredOnce = (id: string) => {
      const answers = ofQuestion(id)
      return answers.length === 1 && answers.every((answer) => jobs.get(answer.id) === 1)
    }
    const chats = [...new Set(this.#typed.map(({ chat: chatId }) => chatId))]
    return {
      typed: this.#typed.length,
      lost: this.#typed.flatMap(({ text }) => (times.has(text) ? [] : [text])),
      duplicated: [...times].flatMap(([text, n]) => (n > 1 ? [`${n} times ${text}`] : [])),
      strayed: questions.flatMap(({ user_id, chat_id, content }) => {
        const line = known.get(content)
        return line && (line.userId !== user_id || line.chat !== chat_id) ? [content] : []
      }),
      invented: questions.flatMap(({ content }) => (known.has(content) ? [] : [content])),
      disordered: chats.filter((chatId) => {
        const there = questions.filter(
          ({ chat_id, content }) => chat_id === chatId && known.get(content)?.chat === chatId,
        )
        const texts = there.map(({ content }) => content)
        const typed = this.#typed.filter((line) => line.chat === chatId && times.has(line.text)).map(({ text }) => text)
        return texts.join('\n') !== typed.join('\n')
      }),
      answers: questions.flatMap(({ id, content }) => (isAnsweredOnce(id) ? [] : [content])),
    }
  }
}

/** The expected result for `typed` messages. */
export const flawless = (typed: number): Verdict => ({
  typed,
  lost: [],
  duplicated: [],
  strayed: [],
  invented: [],
  disordered: [],
  answers: [],
})

function count(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
