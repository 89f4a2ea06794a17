import type { Usage } from '#contract/stream.ts'
import { newDelimiter } from '../../lib/text/new-delimiter.ts'
import { observeModelCall } from '../../telemetry/observe-model.ts'
import { originHeaders } from '../../telemetry/origin.ts'
import { reportedUsage } from '../assistant/reported-usage.ts'
import { type Judge, JudgeError, type JudgeInput, type Reading, type ReadOptions } from './judge.ts'
import { parseReading, parseReadingText, readingJsonSchema } from './reading.ts'
import { judgeInstructions, judgePrompt, orderOf, type RubricVersion } from './rubric.ts'

export interface ModelJudgeOptions {
  /** The base URL including `/v1`. */
  baseUrl: string
  apiKey: string | null
  /** Undefined when the server does not respond. */
  model: () => Promise<string | undefined>
  rubric: RubricVersion
  /** The timeout of one reading, in milliseconds. */
  totalMs?: number
}

/** A model on any server with OpenAI's chat completions API, with a JSON schema where the server supports it. */
export function modelJudge({ baseUrl, apiKey, model, rubric, totalMs = 90_000 }: ModelJudgeOptions): Judge {
  async function read(input: JudgeInput, options: ReadOptions): Promise<{ reading: Reading; usage: Usage | null }> {
    const name = await model()
    if (name === undefined) throw new JudgeError('unreachable')
    return observeModelCall('judge', name, () => readWith(name, input, options))
  }

  async function readWith(name: string, input: JudgeInput, options: ReadOptions) {
    const [ai, provider] = await Promise.all([import('ai'), loadProvider(baseUrl, apiKey)])
    const { extractReasoningMiddleware, generateText, jsonSchema, NoObjectGeneratedError, Output, wrapLanguageModel } =
      ai
    const mark = newDelimiter()
    const order = orderOf(options.which)
    const request = {
      model: wrapLanguageModel({
        model: provider(name),
        middleware: extractReasoningMiddleware({ tagName: 'think' }),
      }),
      instructions: judgeInstructions(input, options, { mark, rubric }),
      prompt: judgePrompt(input, mark),
      abortSignal: options.signal,
      timeout: { totalMs },
      // The caller decides about a retry.
      maxRetries: 0,
      headers: originHeaders(),
    }
    try {
      // A server that rejected the schema gets the instructions as text only.
      if (options.problem === 'refused') {
        const { text, usage } = await generateText(request)
        const reading = parseReadingText(text)
        if (reading === undefined) throw new JudgeError('malformed', reportedUsage(usage))
        return { reading, usage: reportedUsage(usage) }
      }
      const validate = (value: unknown) => {
        const reading = parseReading(value)
        return reading ? { success: true as const, value: reading } : { success: false as const, error: new Error() }
      }
      const schema = jsonSchema<Reading>(readingJsonSchema(order), { validate })
      const { output, usage } = await generateText({ ...request, output: Output.object({ schema, name: 'scores' }) })
      return { reading: output, usage: reportedUsage(usage) }
    } catch (error) {
      if (NoObjectGeneratedError.isInstance(error)) {
        // A server may ignore the schema instead of rejecting it; its text is then read like that without a schema.
        const reading = parseReadingText(error.text ?? '')
        if (reading !== undefined) return { reading, usage: error.usage ? reportedUsage(error.usage) : null }
      }
      throw await toJudgeError(error)
    }
  }

  return { source: 'model', rubricVersion: rubric, read }
}

/** Loaded on demand: a server with the practice assistant never loads it. */
async function loadProvider(baseUrl: string, apiKey: string | null) {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  return createOpenAICompatible({
    name: 'judge',
    baseURL: baseUrl,
    supportsStructuredOutputs: true,
    ...(apiKey === null ? {} : { apiKey }),
  })
}

async function toJudgeError(error: unknown): Promise<JudgeError> {
  if (error instanceof JudgeError) return error
  const { APICallError, NoObjectGeneratedError } = await import('ai')
  if (NoObjectGeneratedError.isInstance(error)) {
    return new JudgeError('malformed', error.usage ? reportedUsage(error.usage) : null, { kind: error.name })
  }
  const kind = error instanceof Error ? error.name : typeof error
  if (!APICallError.isInstance(error)) return new JudgeError('unreachable', null, { kind })
  const status = error.statusCode
  // An unreadable success is malformed output; servers without schema support respond with 400 or 422.
  if (status !== undefined && status < 400) return new JudgeError('malformed', null, { status, kind })
  return new JudgeError(status === 400 || status === 422 ? 'refused' : 'unreachable', null, { status, kind })
}
