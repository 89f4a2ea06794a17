import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { updateChat as call } from '#contract/endpoints/chats.ts'
import type { Chat } from '#contract/objects/chat.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { putSearchEntry } from '../../../db/search/put-entry.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { expiryOf } from '../../profile/chat-expiry.repository.ts'
import { type ChatRow, lockChat } from '../chat-lock.repository.ts'
import { chatNotFound } from '../chats.errors.ts'
import { changeTags, findChat, readChat, replaceTags } from '../chats.repository.ts'
import { labelProblem } from './label-problem.ts'
import { movePath } from './move-path.ts'
import { selectVersions } from './select-versions.ts'

/**
 * Changes the given fields (decision 082 about `path` and `versions`). A saved chat never expires; the expiry of one
 * that is no longer saved counts from now. A chat in Recently deleted takes changes too and stays there, so that the
 * devices agree on it once it is restored.
 */
export function updateChat(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  id: string,
  { title, folder, tags, tags_add = [], tags_remove = [], path, versions, model, ...flags }: BodyOf<typeof call>,
): Promise<Chat> {
  return db.transaction().execute(async (trx) => {
    const problem = await labelProblem(trx, userId, {
      folder: folder ?? null,
      tags: [...(tags ?? []), ...tags_add],
    })
    const before = await lockChat(trx, userId, id)
    if (before === undefined) throw chatNotFound()
    if (problem !== undefined) throw problem
    if (tags !== undefined) await replaceTags(trx, userId, id, tags)
    await changeTags(trx, userId, id, { add: tags_add, remove: tags_remove })
    const moved = path === undefined ? {} : await movePath(trx, before, path, now())
    const selected = versions === undefined ? {} : { versions: await selectVersions(trx, before, versions) }
    await trx
      .updateTable('chats')
      .set({
        ...(title === undefined ? {} : titled(cleanText(title))),
        ...(folder === undefined ? {} : { folder_id: folder }),
        ...moved,
        ...selected,
        ...(model === undefined ? {} : { model: model === null ? null : cleanText(model) }),
        ...(flags.is_saved === undefined ? {} : await saved(trx, before, flags.is_saved, now())),
        ...(flags.is_pinned === undefined ? {} : { is_pinned: flags.is_pinned ? 1 : 0 }),
        ...(flags.is_archived === undefined ? {} : { is_archived: flags.is_archived ? 1 : 0 }),
        // Never decreases: devices keep the state with the later time (last writer wins).
        updated_at: isoTime(Math.max(now(), Date.parse(before.updated_at) + 1)),
      })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute()
    if (title !== undefined) await putSearchEntry(trx, { userId, chatId: id }, cleanText(title))
    const after = await findChat(trx, userId, id)
    if (after === undefined) throw chatNotFound()
    return readChat(trx, after)
  })
}

/** The next question gives the title of a chat without one. */
const titled = (title: string) => ({ title, is_titled: title === '' ? 0 : 1 }) as const

async function saved(trx: Kysely<Database>, before: ChatRow, isSaved: boolean, now: number) {
  if (isSaved) return { is_saved: 1, expires_at: null, expires_warned_at: null } as const
  if (before.is_saved === 0) return {}
  // Counted from the last message, the expiry could be in the past.
  return { is_saved: 0, expires_at: await expiryOf(trx, before.user_id, now) } as const
}
