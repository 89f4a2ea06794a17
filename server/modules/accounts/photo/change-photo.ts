import type { Kysely } from 'kysely'
import type { User } from '#contract/objects/user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import type { AccountDeps } from '../accounts.deps.ts'
import { tokenNotValid } from '../accounts.errors.ts'
import { changeUser } from '../accounts.repository.ts'
import { dropPhoto, putPhoto } from '../photos.repository.ts'
import { toUser } from '../profile/to-user.ts'
import { newPhotoName, photoAddress } from './photo-address.ts'
import { squarePhoto } from './square-photo.ts'

type Deps = Pick<AccountDeps, 'db' | 'now'>

/** Makes what was sent the user's photo, under an address of its own; the one before is gone. */
export async function uploadPhoto(deps: Deps, userId: number, photo: Blob): Promise<User> {
  const content = await squarePhoto(new Uint8Array(await photo.arrayBuffer()))
  const name = newPhotoName()
  return change(deps, userId, photoAddress(name), (trx, created_at) =>
    putPhoto(trx, userId, { name, content, created_at }),
  )
}

export function deletePhoto(deps: Deps, userId: number): Promise<User> {
  return change(deps, userId, null, (trx) => dropPhoto(trx, userId))
}

/** The user's row first, as everybody who locks it and a row of theirs: two uploads follow one another. */
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
