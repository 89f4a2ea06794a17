import { type Kysely, type SqlBool, sql } from 'kysely'
import { engineOf } from '../../../db/engine-of.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { removeObjects } from './stored-objects.ts'

/** How old a file may become without a message that names it; the time of its upload counts too. */
const UNREFERENCED_MS = DAY_MS
const PAGE = 200

/**
 * Deletes the files that no message has and that are older than a day, contents that no file has, and objects to which
 * no row refers: of deleted accounts at once, others after a day, because their row may be about to be written. Once
 * `signal` is aborted, the objects that remain are left to the next sweep.
 */
export async function sweepFiles(
  deps: Pick<Dependencies, 'db' | 'files' | 'log' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const before = isoTime(deps.now() - UNREFERENCED_MS)
  const removed = await deps.db.transaction().execute((trx) => removeRows(trx, before))
  await removeObjects(deps, removed, signal)
  for (let after = ''; ; ) {
    const names = await findUnreferenced(deps.db, before, after)
    await removeObjects(deps, names, signal)
    const last = names.at(-1)
    if (last === undefined || names.length < PAGE || signal?.aborted) return
    after = last
  }
}

/** Returns the names of the objects of what it has removed. */
async function removeRows(trx: Kysely<Database>, before: string): Promise<string[]> {
  const isOld = sql<SqlBool>`created_at < ${before} and not exists (select 1 from message_files
    where message_files.user_id = files.user_id and message_files.file_id = files.id)`
  const old = trx.selectFrom('files').select('id').where(isOld)
  // Waits for messages that are getting one of these files, so that the statements below see those messages.
  if (engineOf(trx) === 'postgres') await old.forUpdate().execute()
  const chunks = await trx
    .selectFrom('file_chunks')
    .select('object')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('files')
          .select('files.id')
          .whereRef('files.user_id', '=', 'file_chunks.user_id')
          .whereRef('files.id', '=', 'file_chunks.file_id')
          .where(isOld),
      ),
    )
    .execute()
  await trx.deleteFrom('files').where(isOld).execute()
  const contents = await trx
    .deleteFrom('file_contents')
    .where(sql<SqlBool>`not exists (
        select 1 from files where files.user_id = file_contents.user_id and files.content_id = file_contents.id
      )`)
    .returning(['object', 'thumbnail'])
    .execute()
  const objects = contents.flatMap(({ object, thumbnail }) => (thumbnail === null ? [object] : [object, thumbnail]))
  return [...chunks.map(({ object }) => object), ...objects]
}

async function findUnreferenced(db: Kysely<Database>, before: string, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('stored_objects')
    .select('name')
    .where('name', '>', after)
    .where((eb) => eb.or([eb('created_at', '<', before), eb('user_id', 'is', null)]))
    .where(sql<SqlBool>`not exists (select 1 from file_chunks where object = stored_objects.name)`)
    .where(sql<SqlBool>`not exists (select 1 from file_contents where object = stored_objects.name)`)
    .where(sql<SqlBool>`not exists (select 1 from file_contents where thumbnail = stored_objects.name)`)
    .orderBy('name')
    .limit(PAGE)
    .execute()
  return rows.map((row) => row.name)
}
