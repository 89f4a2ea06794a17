import type { Kysely } from 'kysely'
import type { User } from '#contract/objects/user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { newUrlName } from '../../../lib/link-token.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenNotValid } from '../accounts.errors.ts'
import { changeUser } from '../accounts.repository.ts'
import { dropPhoto, putPhoto } from '../photos.repository.ts'
import { toUser } from '../profile/to-user.ts'
import { photoPath } from './photo-path.ts'
import { squarePhoto } from './square-photo.ts'

type Deps = Pick<AccountDeps, 'db' | 'now'>

/** Replaces the user's photo by the upload, under a new URL. */
export async function uploadPhoto(deps: Deps, userId: number, photo: Blob): Promise<User> {
  const content = await squarePhoto(new Uint8Array(await photo.arrayBuffer()))
  const name = newUrlName()
  return change(deps, userId, photoPath(name), (trx, created_at) =>
    putPhoto(trx, userId, { name, content, created_at }),
  )
}

export function deletePhoto(deps: Deps, userId: number): Promise<User> {
  return change(deps, userId, null, (trx) => dropPhoto(trx, userId))
}

/** Locks the user's row first, as all transactions do; so concurrent uploads are serialized. */
async function change(
  { db, now }: Deps,
  userId: number,
  photo_url: string | null,
  store: (trx: Kysely<Database>, time: string) => Promise<void>,
): Promise<User> {
  const time = isoTime(now())
  const row = await db.transaction().execute(async (trx) => {
    const changed = await changeUser(trx, userId, { photo_url, updated_at: time })
    if (changed === undefined) throw tokenNotValid()
    await store(trx, time)
    return changed
  })
  return toUser(db, row, now())
}
