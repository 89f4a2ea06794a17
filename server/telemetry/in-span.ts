import { type Attributes, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'

/** Creates spans that do nothing, at next to no cost, until `startExport` has registered a provider. */
const tracer = trace.getTracer('companion')

interface SpanOptions {
  kind: keyof typeof SpanKind
  attributes: Attributes
  /** In milliseconds since 1970; by default now. */
  startTime?: number
}

export const startSpan = (name: string, { kind, ...options }: SpanOptions): Span =>
  tracer.startSpan(name, { ...options, kind: SpanKind[kind] })

/** Runs something inside of a span, which has failed when it throws. */
export async function inSpan<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  const span = startSpan(name, options)
  try {
    return await context.with(trace.setSpan(context.active(), span), () => run(span))
  } catch (error) {
    failSpan(span, errorKind(error))
    throw error
  } finally {
    span.end()
  }
}

export function failSpan(span: Span, kind: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kind)
}

/** Only the kind of the error, because messages of databases and providers can quote rows and texts. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
