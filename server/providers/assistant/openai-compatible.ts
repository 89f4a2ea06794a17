import type { ModelMessage } from 'ai'
import { type AnswerChunk, type Assistant, AssistantError, type Turn } from './assistant.ts'
import { failureOfStatus } from './http-failure.ts'

export interface OpenAiCompatibleOptions {
  /** Up to and including `/v1`. */
  baseUrl: string
  model: string
  apiKey: string | null
  /** Longest wait for the first chunk, and between two. */
  firstChunkMs?: number
  idleMs?: number
  /** Longest for a whole answer: one that drips must not hold its chat for ever. */
  totalMs?: number
}

type AnswerOptions = Parameters<Assistant['answer']>[1]

/** Any server that speaks OpenAI's chat completions; reasoning comes in fields of its own or in `<think>`. */
export function openAiCompatible(options: OpenAiCompatibleOptions): Assistant {
  const sdk = lazily(() => loadModel(options))
  const { firstChunkMs = 60_000, idleMs = 60_000, totalMs = 30 * 60_000 } = options

  async function* answer(turns: readonly Turn[], { signal }: AnswerOptions): AsyncGenerator<AnswerChunk, void> {
    const { streamText, model } = await sdk()
    const result = streamText({
      model,
      instructions: turns
        .filter((turn) => turn.role === 'system')
        .map((turn) => turn.content)
        .join('\n\n'),
      messages: turns.flatMap(toMessage),
      abortSignal: signal,
      timeout: { firstChunkMs, chunkMs: idleMs, totalMs },
      // Retry is the user's choice; a hidden one would keep them waiting.
      maxRetries: 0,
      // Errors come as chunks too; without this the SDK also prints them, with the chat in them.
      onError: () => {},
    })
    let finished = false
    try {
      for await (const chunk of result.fullStream) {
        if (chunk.type === 'error') throw chunk.error
        if (chunk.type === 'abort') break
        if (chunk.type === 'reasoning-delta') yield { kind: 'reasoning', text: chunk.text }
        else if (chunk.type === 'text-delta') yield { kind: 'delta', text: chunk.text }
        else if (chunk.type === 'finish') {
          finished = true
          if (chunk.finishReason === 'error') throw new AssistantError('assistant_broken')
          const { inputTokens, outputTokens } = chunk.totalUsage
          if (inputTokens === undefined || outputTokens === undefined) continue
          yield { kind: 'usage', usage: { prompt_tokens: inputTokens, completion_tokens: outputTokens } }
        }
      }
    } catch (error) {
      throw await toAssistantError(error)
    }
    // An abort that nobody asked for is the time limit.
    if (!finished && !signal.aborted) throw new AssistantError('assistant_unreachable')
  }

  const { baseUrl, apiKey, model } = options
  return { name: model, kind: 'model', server: { baseUrl, apiKey, model: async () => model }, answer }
}

/** Loads the SDK before the first question, so that nobody waits for it. */
export async function warmUp(): Promise<void> {
  await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
}

/** The SDK is heavy (30 MB): a server with the practice assistant never loads it. */
async function loadModel({ baseUrl, model, apiKey }: OpenAiCompatibleOptions) {
  const [{ extractReasoningMiddleware, streamText, wrapLanguageModel }, { createOpenAICompatible }] = await Promise.all(
    [import('ai'), import('@ai-sdk/openai-compatible')],
  )
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === null ? {} : { apiKey }),
  })
  const middleware = extractReasoningMiddleware({ tagName: 'think' })
  return { streamText, model: wrapLanguageModel({ model: provider(model), middleware }) }
}

function toMessage({ role, content }: Turn): ModelMessage[] {
  return role === 'system' ? [] : [{ role, content }]
}

/** Never carries the provider's words: they may quote the chat. */
async function toAssistantError(error: unknown): Promise<AssistantError> {
  if (error instanceof AssistantError) return error
  const { APICallError, RetryError } = await import('ai')
  const cause = RetryError.isInstance(error) ? error.lastError : error
  if (!APICallError.isInstance(cause)) return new AssistantError('assistant_broken')
  return new AssistantError(failureOfStatus(cause.statusCode))
}

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}
