import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import type { Message } from '#contract/objects/chat.ts'
import type { BenchEnvironment } from './bench-environment.ts'

const paragraph =
  'A plain answer with a little **emphasis**, a [link](https://example.org) and a list:\n\n- one\n- two\n- three\n\nThen a last line.'

/** Stores a chat of `count` messages in the server's database and in the browser's copy alike; returns its id. */
export async function seedChat({ server, user }: BenchEnvironment, page: Page, count: number): Promise<string> {
  const chatId = await user.chat(['The first question'])
  const userId = user.authenticated.user.id
  const messages = makeMessages(chatId, count)
  insert(join(server.folder, 'companion.sqlite'), userId, chatId, messages)
  await page.evaluate(
    async ({ rows, account: userId }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open('companion'))
      const transaction = db.transaction('messages', 'readwrite')
      const table = transaction.objectStore('messages')
      for (const row of rows) table.put({ ...row, account: userId })
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      db.close()
    },
    { rows: messages, account: userId },
  )
  return chatId
}

/** Positions from 3 on, because the chat has its first exchange already. */
function makeMessages(chatId: string, count: number): Message[] {
  const none = { failure: null, replaces: null, superseded_by: null, scores: null }
  const common = { ...none, chat: chatId, status: 'complete', version: 1, has_reasoning: false } as const
  const messages: Message[] = []
  let question: string | null = null
  for (let seq = 3; seq <= count; seq++) {
    const id = uuid()
    const created_at = new Date(Date.UTC(2026, 0, 1) + seq * 1000).toISOString()
    const isQuestion = seq % 2 === 1
    const content = isQuestion ? `Question ${seq}?` : `${paragraph}\n\nAnswer ${seq}.`
    const role = isQuestion ? 'user' : 'assistant'
    const reply_to = isQuestion ? null : question
    messages.push({ ...common, id, role, content, created_at, updated_at: created_at, seq, reply_to })
    if (isQuestion) question = id
  }
  return messages
}

function insert(file: string, userId: number, chatId: string, messages: readonly Message[]): void {
  const db = new DatabaseSync(file)
  db.exec('pragma busy_timeout = 5000; begin immediate')
  const statement = db.prepare(
    `insert into messages (user_id, id, chat_id, role, content, status, reasoning, seq, reply_to, version,
       request_mode, response_mode, request_hash, created_at, updated_at)
     values (?, ?, ?, ?, ?, 'complete', '', ?, ?, 1, 'text', 'text', '', ?, ?)`,
  )
  for (const { id, role, content, seq, reply_to, created_at } of messages) {
    statement.run(userId, id, chatId, role, content, seq, reply_to, created_at, created_at)
  }
  db.prepare(
    `update messages set parent = (select p.id from messages as p where p.user_id = messages.user_id
       and p.chat_id = messages.chat_id and p.role = 'user' and p.seq < messages.seq order by p.seq desc limit 1)
     where user_id = ? and chat_id = ? and role = 'user'`,
  ).run(userId, chatId)
  db.prepare('update chats set last_seq = ? where user_id = ? and id = ?').run(messages.length + 2, userId, chatId)
  db.exec('commit')
  db.close()
}
