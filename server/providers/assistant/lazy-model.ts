import { type Assistant, AssistantError } from './assistant.ts'
import { findModels } from './find-model.ts'
import { type OpenAiCompatibleOptions, openAiCompatible } from './openai-compatible.ts'

const LOOKUP_TIMEOUT_MS = 10_000

/**
 * Determines the model of a server that was configured without one. If the server is not running at our start, it is
 * queried again with each question.
 */
export async function createLazyModel(
  server: Pick<OpenAiCompatibleOptions, 'baseUrl' | 'apiKey' | 'firstChunkMs'>,
  firstTryMs: number,
): Promise<Assistant> {
  let named = await find(firstTryMs)

  async function find(ms: number): Promise<Assistant | undefined> {
    const model = (await findModels(server.baseUrl, server.apiKey, ms))?.[0]
    return model === undefined ? undefined : openAiCompatible({ ...server, model })
  }

  return {
    get name() {
      return named?.name ?? new URL(server.baseUrl).host
    },
    kind: 'model',
    callsTools: true,
    server: {
      ...server,
      async model() {
        named ??= await find(LOOKUP_TIMEOUT_MS)
        return named?.name
      },
    },
    async *answer(turns, options) {
      named ??= await find(LOOKUP_TIMEOUT_MS)
      if (named === undefined) throw new AssistantError('assistant_unreachable')
      yield* named.answer(turns, options)
    },
  }
}
