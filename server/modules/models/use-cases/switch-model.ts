import type { BodyOf } from '#contract/endpoint.ts'
import type { switchModel as call } from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { lastModel, modelNotFound } from '../models.errors.ts'
import { enableAllModels, findDisabledModels, setModelEnabled } from '../models.repository.ts'
import { enabledModels } from './resolve-model.ts'

/**
 * Switches a model on or off; a repeat changes nothing. The last one stays on: throws conflict. When all configured
 * models are off (because others were removed from the settings), all are switched on first.
 */
export function switchModel(
  { db, models, now }: Pick<Dependencies, 'db' | 'models' | 'now'>,
  { id, is_enabled: isEnabled }: BodyOf<typeof call>,
  record: RecordAudit,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const model = models.find((each) => each.id === id)
    if (model === undefined) throw modelNotFound()
    const disabled = await findDisabledModels(trx)
    if (models.every((each) => disabled.has(each.id))) await enableAllModels(trx)
    const enabled = await enabledModels({ db: trx, models })
    if (enabled.includes(model) !== isEnabled) {
      if (!isEnabled && enabled.length === 1) throw lastModel()
      await setModelEnabled(trx, { model: id, isEnabled, now: now() })
    }
    await record(trx, { details: { model: id, is_enabled: isEnabled } })
  })
}
