import { context, trace } from '@opentelemetry/api'
import type { Usage } from '#contract/stream.ts'
import { errorKind, failSpan, startSpan } from './in-span.ts'
import { modelCallDurations } from './metrics.ts'
import { requestAttributes } from './origin.ts'

type ModelOperation = 'answer' | 'judge' | 'transcribe' | 'speak'

/** Counts a call of a model server and makes a span of it, with the model and its tokens and without any text. */
function startModelCall(operation: ModelOperation, model: string) {
  const began = performance.now()
  const attributes = { 'gen_ai.operation.name': operation, 'gen_ai.request.model': model, ...requestAttributes() }
  const span = startSpan(`${operation} ${model}`, { kind: 'CLIENT', attributes })
  const active = trace.setSpan(context.active(), span)
  let result = 'cancelled'
  return {
    run: <T>(work: () => T): T => context.with(active, work),
    used({ prompt_tokens: input, completion_tokens: output }: Usage) {
      span.setAttributes({ 'gen_ai.usage.input_tokens': input, 'gen_ai.usage.output_tokens': output })
    },
    succeed() {
      result = 'ok'
    },
    fail(error: unknown) {
      result = 'failed'
      failSpan(span, errorKind(error))
    },
    /** Without success or failure before it, the call was cancelled. */
    end() {
      modelCallDurations.observe({ operation, result }, (performance.now() - began) / 1000)
      span.end()
    },
  }
}

export async function observeModelCall<T>(
  operation: ModelOperation,
  model: string,
  work: () => Promise<T>,
): Promise<T> {
  const call = startModelCall(operation, model)
  try {
    const done = await call.run(work)
    call.succeed()
    return done
  } catch (error) {
    call.fail(error)
    throw error
  } finally {
    call.end()
  }
}

/** The same for a streamed answer, which ends when its reader has the last chunk or wants no more. */
export async function* observeModelStream<T extends { kind: string; usage?: Usage }>(
  model: string,
  signal: AbortSignal,
  start: () => AsyncIterable<T>,
): AsyncGenerator<T, void> {
  const call = startModelCall('answer', model)
  const source = call.run(() => start()[Symbol.asyncIterator]())
  try {
    for (let next = await call.run(() => source.next()); !next.done; next = await call.run(() => source.next())) {
      if (next.value.usage !== undefined) call.used(next.value.usage)
      yield next.value
    }
    if (!signal.aborted) call.succeed()
  } catch (error) {
    call.fail(error)
    throw error
  } finally {
    call.end()
    await source.return?.()
  }
}
