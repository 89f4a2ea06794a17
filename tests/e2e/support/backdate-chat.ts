import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '#server/lib/time.ts'
import type { LiveServer } from '#support/servers/live-server.ts'

/** Moves the last message of a chat to so many days ago, in the server's database. */
export function backdateChat(server: LiveServer, chatId: string, daysAgo: number): void {
  const db = new DatabaseSync(join(server.folder, 'companion.sqlite'))
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    const time = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
    db.prepare('UPDATE chats SET last_message_at = ? WHERE id = ?').run(time, chatId)
  } finally {
    db.close()
  }
}
