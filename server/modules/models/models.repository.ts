import type { Kysely } from 'kysely'
import { prepareQuery } from '../../db/prepare-query.ts'
import type { Database } from '../../db/schema/schema.ts'
import { isoTime } from '../../lib/time.ts'

const selectDisabled = prepareQuery((db) => db.selectFrom('disabled_models').select('model'))

/** The ids of the models that an admin has switched off. */
export async function findDisabledModels(db: Kysely<Database>): Promise<ReadonlySet<string>> {
  return new Set((await selectDisabled(db, {})).map(({ model }) => model))
}

export async function enableAllModels(db: Kysely<Database>): Promise<void> {
  await db.deleteFrom('disabled_models').execute()
}

export async function setModelEnabled(
  db: Kysely<Database>,
  { model, isEnabled, now }: { model: string; isEnabled: boolean; now: number },
): Promise<void> {
  if (isEnabled) await db.deleteFrom('disabled_models').where('model', '=', model).execute()
  else {
    const row = { model, disabled_at: isoTime(now) }
    await db
      .insertInto('disabled_models')
      .values(row)
      .onConflict((known) => known.column('model').doNothing())
      .execute()
  }
}
