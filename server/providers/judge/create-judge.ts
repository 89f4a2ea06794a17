import type { Config } from '../../config/config.ts'
import type { Assistant } from '../assistant/assistant.ts'
import type { Judge } from './judge.ts'
import { modelJudge } from './model-judge.ts'
import { isRubricVersion } from './rubric.ts'
import { wordJudge } from './word-judge.ts'

/** Another model or version of the rubric than those of the settings. */
interface Instead {
  /** Null: that of the settings. */
  model: string | null
  rubric: string
}

/** Judges with JUDGE_MODEL, or the assistant's model, on the assistant's server; without a server by a word list. */
export function createJudge(
  { assistant: settings }: Pick<Config, 'assistant'>,
  { server }: Assistant,
  instead?: Instead,
): Judge {
  if (server === undefined) return wordJudge()
  const { baseUrl, apiKey } = server
  const rubric = instead !== undefined && isRubricVersion(instead.rubric) ? instead.rubric : settings.judgeRubric
  const selected = instead?.model ?? settings.judgeModel
  return modelJudge({ baseUrl, apiKey, rubric, model: async () => selected ?? (await server.model()) })
}
