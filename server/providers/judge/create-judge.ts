import type { Config } from '../../config/config.ts'
import type { Assistant } from '../assistant/assistant.ts'
import type { Judge } from './judge.ts'
import { modelJudge } from './model-judge.ts'
import { wordJudge } from './word-judge.ts'

/** Judges with JUDGE_MODEL, or the assistant's model, on the assistant's server; without a server by a word list. */
export function createJudge({ assistant: settings }: Pick<Config, 'assistant'>, { server }: Assistant): Judge {
  if (server === undefined) return wordJudge()
  const { baseUrl, apiKey } = server
  return modelJudge({ baseUrl, apiKey, model: async () => settings.judgeModel ?? (await server.model()) })
}
