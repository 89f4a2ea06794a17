import type { ModelMessage } from 'ai'
import type { GenerationFailure } from '#contract/errors.ts'
import { observeModelStream } from '../../telemetry/observe-model.ts'
import { originHeaders } from '../../telemetry/origin.ts'
import {
  type AnswerChunk,
  type AnswerOptions,
  type Assistant,
  AssistantError,
  LengthLimitError,
  PicturesRefusedError,
  ToolsRefusedError,
  type Turn,
} from './assistant.ts'
import { reportedUsage } from './reported-usage.ts'
import { createThinkingSplitter } from './split-thinking.ts'
import { webSearchTool } from './web-search-tool.ts'

export interface OpenAiCompatibleOptions {
  /** The base URL including `/v1`. */
  baseUrl: string
  model: string
  apiKey: string | null
  /** False for a model that cannot call tools. */
  callsTools?: boolean
  /** Timeout from a request to the first chunk of its answer or reasoning, whether or not headers come before. */
  firstChunkMs?: number | undefined
  /** Timeout between two chunks. */
  idleMs?: number
  /** Timeout for a whole answer, so that a slow one does not block its chat for ever. */
  totalMs?: number
}

/** An assistant on any server with OpenAI's chat completions; reasoning is in separate fields or in `<think>`. */
export function openAiCompatible(options: OpenAiCompatibleOptions): Assistant {
  const sdk = lazily(() => loadModel(options))
  const { firstChunkMs = 300_000, idleMs = 60_000, totalMs = 30 * 60_000 } = options

  async function* answer(turns: readonly Turn[], { signal, lookUp }: AnswerOptions): AsyncGenerator<AnswerChunk, void> {
    const { streamText, model } = await sdk()
    const search = lookUp === undefined ? null : await webSearchTool(lookUp)
    const late = new AbortController()
    let waiting: NodeJS.Timeout | undefined
    // The SDK's own timeout for the first chunk begins only after the headers of the response.
    const awaitOutput = () => {
      waiting = setTimeout(() => late.abort(), firstChunkMs)
    }
    awaitOutput()
    const result = streamText({
      model,
      instructions: turns
        .filter((turn) => turn.role === 'system')
        .map((turn) => turn.content)
        .join('\n\n'),
      messages: turns.flatMap(toMessage),
      abortSignal: AbortSignal.any([signal, late.signal]),
      headers: originHeaders(),
      timeout: { chunkMs: idleMs, totalMs },
      // Users decide about retries; an automatic one would keep them waiting.
      maxRetries: 0,
      // Errors also arrive as chunks; by default the SDK prints them, including text of the chat.
      onError: () => {},
      ...search?.options,
    })
    let finished = false
    let isBegun = false
    let gap = ''
    let thinking = createThinkingSplitter()
    try {
      for await (const chunk of result.fullStream) {
        if (chunk.type === 'error') throw chunk.error
        if (chunk.type === 'tool-error') search?.throwFailure()
        if (chunk.type === 'abort') break
        if (outputs.has(chunk.type)) clearTimeout(waiting)
        // A step ends after its look-ups; the next one is another request.
        if (chunk.type === 'finish-step') awaitOutput()
        if (chunk.type === 'reasoning-delta') yield { kind: 'reasoning', text: chunk.text }
        else if (chunk.type === 'text-start') thinking = createThinkingSplitter()
        else if (chunk.type === 'text-delta' || chunk.type === 'text-end') {
          for (const part of chunk.type === 'text-end' ? thinking.end() : thinking.add(chunk.text)) {
            // The text after a look-up does not continue the sentence before it.
            yield part.kind === 'delta' ? { ...part, text: gap + part.text } : part
            if (part.kind === 'delta') [isBegun, gap] = [true, '']
          }
        } else if (chunk.type === 'tool-result' && isBegun) gap = '\n\n'
        else if (chunk.type === 'finish') {
          finished = true
          if (chunk.finishReason === 'error') throw new AssistantError('assistant_broken')
          const usage = reportedUsage(chunk.totalUsage)
          if (usage !== null) yield { kind: 'usage', usage }
          if (chunk.finishReason === 'length') throw new LengthLimitError('assistant_broken')
          if (chunk.finishReason === 'content-filter') throw new AssistantError('assistant_refused')
        }
      }
    } catch (error) {
      if (search !== null && !search.wasCalled() && !isBegun && (await refuses(toolsRefused, error)))
        throw new ToolsRefusedError()
      const hasPictures = turns.some(({ pictures = [] }) => pictures.length > 0)
      if (hasPictures && !isBegun && (await refuses(picturesRefused, error))) throw new PicturesRefusedError()
      throw await toAssistantError(error)
    } finally {
      clearTimeout(waiting)
    }
    // The caller has not aborted, so the timeout has.
    if (!finished && !signal.aborted) throw new AssistantError('assistant_unreachable')
  }

  const { baseUrl, apiKey, model, callsTools = true } = options
  return {
    name: model,
    kind: 'model',
    callsTools,
    server: { baseUrl, apiKey, model: async () => model },
    answer: (turns, given) => observeModelStream(model, given.signal, () => answer(turns, given)),
  }
}

/** Loads the SDK in advance, so that the first question need not wait for it. */
export async function warmUp(): Promise<void> {
  await Promise.all([import('ai'), import('@ai-sdk/openai-compatible')])
}

/** The SDK (30 MB) is loaded on demand: a server with the practice assistant never loads it. */
async function loadModel({ baseUrl, model, apiKey }: OpenAiCompatibleOptions) {
  const [{ streamText }, { createOpenAICompatible }] = await Promise.all([
    import('ai'),
    import('@ai-sdk/openai-compatible'),
  ])
  const provider = createOpenAICompatible({
    name: 'assistant',
    baseURL: baseUrl,
    includeUsage: true,
    ...(apiKey === null ? {} : { apiKey }),
  })
  return { streamText, model: provider(model) }
}

function toMessage({ role, content, files, pictures = [], web }: Turn): ModelMessage[] {
  if (role === 'system') return []
  const text = [content, files, web?.text].filter((part) => part !== undefined && part !== '').join('\n\n')
  if (role === 'assistant' || pictures.length === 0) return [{ role, content: text }]
  const shown = pictures.map(({ mediaType, bytes }) => ({ type: 'file' as const, mediaType, data: bytes }))
  return [{ role, content: [{ type: 'text', text }, ...shown] }]
}

/** The chunks with which a model has begun to answer. */
const outputs: ReadonlySet<string> = new Set(['text-delta', 'reasoning-delta', 'tool-input-delta', 'tool-call'])

/** The statuses with which servers say that they, or this model, do not know tools. */
const toolsRefused = new Set([400, 404, 405, 422, 501])

/** The same for pictures. */
const picturesRefused = new Set([400, 404, 413, 415, 422, 501])

async function refuses(statuses: ReadonlySet<number>, error: unknown): Promise<boolean> {
  const { APICallError } = await import('ai')
  return APICallError.isInstance(error) && statuses.has(error.statusCode ?? 0)
}

/** Drops the provider's message, because it may quote the chat. */
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

/** Maps the HTTP status of the model server to the failure that the user sees. */
function failureOfStatus(status: number | undefined): GenerationFailure {
  if (status === undefined) return 'assistant_unreachable'
  if (status === 429 || status === 503) return 'assistant_busy'
  if (status >= 500 || status === 408) return 'assistant_unreachable'
  return status >= 400 ? 'assistant_refused' : 'assistant_broken'
}
