import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { AnsweringModel } from '../../../providers/assistant/create-models.ts'
import { findDisabledModels } from '../models.repository.ts'

type Deps = Pick<Dependencies, 'models'> & { db: Kysely<Database> }

/**
 * The model that answers where `wanted` was chosen: the default one when that is gone or switched off, and for null.
 * All that depends on the model (its context, pictures, tools, price) is read from the result.
 */
export async function resolveModel(deps: Deps, wanted: string | null): Promise<AnsweringModel> {
  const enabled = await enabledModels(deps)
  return enabled.find(({ id }) => id === wanted) ?? enabled[0] ?? deps.models[0]
}

/** The models that are not switched off, the default first; all models when every one is switched off. */
export async function enabledModels({ db, models }: Deps): Promise<readonly AnsweringModel[]> {
  if (models.length === 1) return models
  const disabled = await findDisabledModels(db)
  const enabled = models.filter(({ id }) => !disabled.has(id))
  return enabled.length === 0 ? models : enabled
}

const selectOwnModel = prepareQuery((db, value: Value<{ userId: number }>) =>
  db.selectFrom('chat_profiles').select('model').where('user_id', '=', value('userId')),
)

/** The model that a user has chosen: with the message, else for the chat, else in the settings; null: none. */
export async function selectedModel(
  { db, models }: Deps,
  userId: number,
  { message, chat }: { message?: string | undefined; chat: { model: string | null } },
): Promise<string | null> {
  const selected = message ?? chat.model
  // Without a choice of models, the user could not change the setting.
  if (selected !== null || models.length === 1) return selected
  const [profile] = await selectOwnModel(db, { userId })
  return profile?.model ?? null
}
