import type { AdminModel, Model } from '#contract/objects/model.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { AnsweringModel } from '../../../providers/assistant/create-models.ts'
import { enabledModels } from './resolve-model.ts'

type Deps = Pick<Dependencies, 'db' | 'models'>

/** The models that may be chosen, the default first. */
export async function listModels(deps: Deps, language: Language): Promise<Model[]> {
  const enabled = await enabledModels(deps)
  return enabled.map((model) => toModel(model, { language, isDefault: model === enabled[0] }))
}

export async function listAllModels(deps: Deps, language: Language): Promise<AdminModel[]> {
  const enabled = await enabledModels(deps)
  return deps.models.map((model) => ({
    ...toModel(model, { language, isDefault: model === enabled[0] }),
    is_enabled: enabled.includes(model),
    price: model.price,
  }))
}

function toModel(
  { id, label, description, context, assistant }: AnsweringModel,
  { language, isDefault }: { language: Language; isDefault: boolean },
): Model {
  const { vision = false, callsTools = false } = assistant
  return { id, label, description: description[language], vision, tools: callsTools, context, is_default: isDefault }
}
