import { database } from '#offline/database/database.ts'

/** What exists on this device only, of everybody who has used it. Live inside `useLiveQuery`. */
export async function countLosses(): Promise<{ messages: number; changes: number; drafts: number }> {
  const db = database()
  const [messages, all, drafts] = await Promise.all([
    db.outbox.filter(({ kind }) => kind === 'message.send').count(),
    db.outbox.count(),
    db.drafts.filter(({ text }) => text.trim() !== '').count(),
  ])
  return { messages, changes: all - messages, drafts }
}
