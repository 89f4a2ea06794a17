import type { Message } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isUrlName } from '../../../lib/link-token.ts'
import { isoTime } from '../../../lib/time.ts'
import { readMessages } from '../../chats/messages.repository.ts'
import { readMessageIds } from '../shares.mappers.ts'

/** What the page of a shared chat shows. */
export interface SharedPage {
  title: string
  created_at: string
  /** Null unless the owner chose to show who they are. */
  author: { name: string; photo: string | null } | null
  withScores: boolean
  messages: readonly Message[]
}

/**
 * Undefined when the link is unknown or has ended, and while the account is suspended (docs/decisions/132). Messages
 * that were deleted since are left out.
 */
export async function readSharedChat(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  token: string,
): Promise<SharedPage | undefined> {
  if (!isUrlName(token)) return undefined
  const share = await db
    .selectFrom('shared_chats')
    .innerJoin('users', 'users.id', 'shared_chats.user_id')
    .innerJoin('chats', (join) =>
      join.onRef('chats.user_id', '=', 'shared_chats.user_id').onRef('chats.id', '=', 'shared_chats.chat_id'),
    )
    .selectAll('shared_chats')
    .select(['chats.title', 'users.first_name', 'users.last_name', 'users.username', 'users.photo_url'])
    .where('token', '=', token)
    .where('chats.deleted_at', 'is', null)
    .where('users.suspended_at', 'is', null)
    .executeTakeFirst()
  if (share === undefined || (share.expires_at !== null && share.expires_at <= isoTime(now()))) return undefined
  const ids = readMessageIds(share)
  const rows = await db
    .selectFrom('messages')
    .selectAll()
    .where('user_id', '=', share.user_id)
    .where('chat_id', '=', share.chat_id)
    .where('id', 'in', ids)
    .where('status', '!=', 'deleted')
    .execute()
  const positions = new Map(ids.map((id, position) => [id, position]))
  rows.sort((one, other) => (positions.get(one.id) ?? 0) - (positions.get(other.id) ?? 0))
  const name = `${share.first_name} ${share.last_name}`.trim() || share.username
  return {
    title: share.title,
    created_at: share.created_at,
    author: share.with_author === 1 ? { name, photo: share.photo_url } : null,
    withScores: share.with_scores === 1,
    messages: await readMessages(db, rows),
  }
}
