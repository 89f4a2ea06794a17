import type { Config } from '../../config/config.ts'
import type { Assistant } from './assistant.ts'
import { findModels } from './find-model.ts'
import { nameModelLater } from './lazy-model.ts'
import { openAiCompatible, warmUp } from './openai-compatible.ts'
import { practice } from './practice.ts'

/** Where Ollama listens when nobody said otherwise. */
const OLLAMA = 'http://127.0.0.1:11434/v1'
/** Longest that the start waits for an answer of a model server. */
const PROBE_MS = 300

interface Options {
  /** False: does not look for Ollama; for tests. */
  probe?: boolean
  ollamaUrl?: string
}

/**
 * The assistant of the settings: ASSISTANT_BASE_URL; else an Ollama on this machine that has a model; else
 * the practice assistant. Without ASSISTANT_MODEL the server's first model is taken.
 */
export async function createAssistant(
  { assistant }: Pick<Config, 'assistant'>,
  { probe = true, ollamaUrl = OLLAMA }: Options = {},
): Promise<Assistant> {
  const { baseUrl, apiKey, model } = assistant
  if (baseUrl !== null) {
    const url = baseUrl.replace(/\/+$/, '')
    return ready(
      model === null
        ? await nameModelLater({ baseUrl: url, apiKey }, PROBE_MS)
        : openAiCompatible({ baseUrl: url, apiKey, model }),
    )
  }
  // The key is for a server that was named; whatever listens on this port must not learn it.
  const found = probe ? await findModels(ollamaUrl, null, PROBE_MS) : null
  const chosen = model ?? found?.[0]
  if (found === null || chosen === undefined) return practice()
  return ready(openAiCompatible({ baseUrl: ollamaUrl, apiKey: null, model: chosen }))
}

/** The heavy library loads while the server waits for its first question. */
function ready(assistant: Assistant): Assistant {
  setTimeout(() => void warmUp(), 1_000).unref()
  return assistant
}
