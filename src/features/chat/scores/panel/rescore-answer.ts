import { scoreMessage } from '#contract/endpoints/companion.ts'
import { database } from '#offline/database/database.ts'
import { writeAs } from '#offline/database/write-as.ts'
import { api } from '#session/api.ts'

/** Two readings of a long answer by a small model take their time. */
const PATIENCE_MS = 180_000

/** Has an answer scored again and keeps what comes. Throws the API's errors. */
export async function sendScoreAgain(account: number, chat: string, message: string): Promise<void> {
  const given = { params: { id: chat }, body: { message }, as: account, timeoutMs: PATIENCE_MS }
  const scores = await api.call(scoreMessage, given)
  const db = database()
  await writeAs(db, account, [db.messages], () => db.messages.update([account, message], { scores }))
}
