import type { Language } from '#contract/primitives.ts'
import type { Config } from '../../config/config.ts'
import type { ModelSetting } from '../../config/models-schema.ts'
import { type PromptBudget, promptBudget } from '../../limits/prompt-budget.ts'
import type { Assistant } from './assistant.ts'
import { createAssistant, ready } from './create-assistant.ts'
import { openAiCompatible } from './openai-compatible.ts'
import { withVision } from './vision.ts'

/** A model that may answer, with what the settings say of it. */
export interface AnsweringModel {
  /** The model's name at its server; of a server without a named model, its host until it has named one. */
  readonly id: string
  readonly label: string
  readonly description: Readonly<Record<Language, string>>
  /** In tokens; null: not set. */
  readonly context: number | null
  /** What a prompt for it may measure: by its own context, else by ASSISTANT_CONTEXT. */
  readonly budget: PromptBudget
  /** The price of a million tokens in US dollars; null: unknown. */
  readonly price: number | null
  readonly assistant: Assistant
}

/** The default model first. */
export type AnsweringModels = readonly [AnsweringModel, ...AnsweringModel[]]

type Settings = Pick<Config, 'assistant' | 'context' | 'firstChunkMs' | 'models' | 'tokenPrice' | 'vision'>

/** Creates the models of ASSISTANT_MODELS; without it, the only one is the assistant of the other settings. */
export async function createModels(config: Settings): Promise<AnsweringModels> {
  const { firstChunkMs } = config
  const { baseUrl, apiKey } = config.assistant
  const [first, ...others] = config.models
  if (first === undefined || baseUrl === null) return onlyModel(await createAssistant(config), config)
  const create = (setting: ModelSetting): AnsweringModel => {
    const { id, label, description = '', vision, tools, context = null, price } = setting
    const assistant = openAiCompatible({ baseUrl, apiKey, model: id, callsTools: tools, firstChunkMs })
    const sees = vision === undefined ? config.vision : vision ? 'on' : 'off'
    return {
      id,
      label,
      description: typeof description === 'string' ? { en: description, es: description } : description,
      context,
      budget: promptBudget(context ?? config.context),
      price: price ?? config.tokenPrice,
      assistant: withVision(ready(assistant), sees),
    }
  }
  return [create(first), ...others.map(create)]
}

/** The list of one assistant that is no choice. */
export function onlyModel(
  assistant: Assistant,
  { context, tokenPrice }: Pick<Config, 'context' | 'tokenPrice'>,
): AnsweringModels {
  return [
    {
      get id() {
        return assistant.name
      },
      get label() {
        return assistant.name
      },
      description: { en: '', es: '' },
      context: null,
      budget: promptBudget(context),
      price: tokenPrice,
      assistant,
    },
  ]
}
