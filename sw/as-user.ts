import { type Api, createApi } from '#api/client.ts'
import type { Language } from '#contract/primitives.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { endSession } from '#session/token-record/end-session.ts'
import { createRecordTokens, readRecord } from '#session/token-record/token-record.ts'

export interface Signed {
  userId: number
  language: Language
  api: Api
}

/**
 * Opens the database for one event, with the signed-in user, and closes it afterwards: an open connection would block
 * the upgrade by a newer build, and the deletion of the device's data.
 */
export async function asUser<T>(work: (db: CompanionDatabase, user: Signed | null) => Promise<T>): Promise<T> {
  const db = new CompanionDatabase()
  try {
    const user = (await readRecord(db))?.session?.user
    if (!user) return await work(db, null)
    const { language } = user.profile
    const tokens = createRecordTokens(db, async (used) => void (await endSession('refused', { db, used })))
    const api = createApi({ baseUrl: location.origin, tokens, language: () => language })
    return await work(db, { userId: user.id, language, api })
  } finally {
    db.close()
  }
}
