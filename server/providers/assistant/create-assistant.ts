import type { Config } from '../../config/config.ts'
import type { Assistant } from './assistant.ts'
import { findModels } from './find-model.ts'
import { createLazyModel } from './lazy-model.ts'
import { openAiCompatible, warmUp } from './openai-compatible.ts'
import { practice } from './practice.ts'
import { withVision } from './vision.ts'

/** Ollama's default URL. */
const OLLAMA = 'http://127.0.0.1:11434/v1'
/** Milliseconds that the start waits for a model server. */
const PROBE_MS = 300

interface Options {
  /** False skips the search for Ollama; for tests. */
  probe?: boolean
  ollamaUrl?: string
  /** How long the configured server or Ollama may take to name its models, in milliseconds. */
  probeMs?: number
}

type Settings = Pick<Config, 'assistant'> & Partial<Pick<Config, 'firstChunkMs' | 'vision'>>

/**
 * Creates the assistant of the settings: the server at ASSISTANT_BASE_URL; else an Ollama on this machine that has a
 * model; else the practice assistant. Without ASSISTANT_MODEL it uses the server's first model.
 */
export async function createAssistant(config: Settings, options: Options = {}): Promise<Assistant> {
  return withVision(await selectDriver(config, options), config.vision ?? 'auto')
}

async function selectDriver(
  { assistant, firstChunkMs }: Settings,
  { probe = true, ollamaUrl = OLLAMA, probeMs = PROBE_MS }: Options,
): Promise<Assistant> {
  const { baseUrl, apiKey, model } = assistant
  if (baseUrl !== null) {
    const url = baseUrl.replace(/\/+$/, '')
    return ready(
      model === null
        ? await createLazyModel({ baseUrl: url, apiKey, firstChunkMs }, probeMs)
        : openAiCompatible({ baseUrl: url, apiKey, model, firstChunkMs }),
    )
  }
  // The API key is not sent, because it belongs to a configured server and not to the one on this port.
  const found = probe ? await findModels(ollamaUrl, null, probeMs) : null
  const selected = model ?? found?.[0]
  if (found === null || selected === undefined) return practice()
  return ready(openAiCompatible({ baseUrl: ollamaUrl, apiKey: null, model: selected, firstChunkMs }))
}

/** Preloads the SDK, which is heavy, before the first question. */
export function ready(assistant: Assistant): Assistant {
  setTimeout(() => void warmUp(), 1_000).unref()
  return assistant
}
