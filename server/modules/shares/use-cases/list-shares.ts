import type { SharedChat } from '#contract/objects/shared-chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { chatNotFound } from '../../chats/chats.errors.ts'
import { findListedChat } from '../../chats/chats.repository.ts'
import { toSharedChat } from '../shares.mappers.ts'
import { findRunningShares } from '../shares.repository.ts'

type Deps = Pick<Dependencies, 'config' | 'db' | 'now'>

/** The shared pages of a user that have not ended, newest first. */
export async function listShares({ config, db, now }: Deps, userId: number): Promise<SharedChat[]> {
  const rows = await findRunningShares(db, { userId, now: now() })
  return rows.map((row) => toSharedChat(row, config.publicUrl))
}

/** The shared page of a chat, or null. Throws `not_found` for an unknown chat. */
export async function getShare({ config, db, now }: Deps, userId: number, chatId: string): Promise<SharedChat | null> {
  if ((await findListedChat(db, userId, chatId)) === undefined) throw chatNotFound()
  const [row] = await findRunningShares(db, { userId, chatId, now: now() })
  return row === undefined ? null : toSharedChat(row, config.publicUrl)
}
