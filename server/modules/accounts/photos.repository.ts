import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

type Db = Kysely<Database>

/** Inserts or replaces the user's photo. The caller has locked the user's row. */
export async function putPhoto(
  trx: Db,
  user_id: number,
  photo: { name: string; content: Uint8Array; created_at: string },
): Promise<void> {
  await trx
    .insertInto('photos')
    .values({ user_id, ...photo })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(photo))
    .execute()
}

export async function dropPhoto(trx: Db, userId: number): Promise<void> {
  await trx.deleteFrom('photos').where('user_id', '=', userId).execute()
}

export async function findPhoto(db: Db, name: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('photos').select('content').where('name', '=', name).executeTakeFirst()
  return row?.content
}
