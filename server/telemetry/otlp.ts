import { setTimeout as delay } from 'node:timers/promises'
import { context, DiagLogLevel, diag, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'
import { registryProducer } from './registry-producer.ts'

/** Milliseconds that the end of the process waits for the last export. */
const FLUSH_MS = 3_000
/** Milliseconds between two lines of the log that say that the export fails. */
const COMPLAIN_EVERY_MS = 60_000

/** The libraries read addresses, headers, sampling and limits from the standard variables themselves. */
export function exportByOtlp(
  { traces, metrics, everyMs }: NonNullable<Config['telemetry']>,
  registry: Registry,
  log: Logger,
): () => Promise<void> {
  logProblems(log)
  const named = resourceFromAttributes({ 'service.name': 'companion' })
  const resource = defaultResource()
    .merge(named)
    .merge(detectResources({ detectors: [envDetector] }))
  const ends: (() => Promise<void>)[] = []
  if (traces) {
    const provider = new BasicTracerProvider({
      resource,
      spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
    })
    trace.setGlobalTracerProvider(provider)
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    ends.push(() => provider.shutdown())
  }
  if (metrics) {
    const reader = new PeriodicExportingMetricReader({
      exporter: new OTLPMetricExporter(),
      exportIntervalMillis: everyMs,
      exportTimeoutMillis: Math.min(everyMs, 10_000),
      metricProducers: [registryProducer(registry)],
    })
    const provider = new MeterProvider({ resource, readers: [reader] })
    ends.push(() => provider.shutdown())
  }
  return async () => {
    // An unreachable collector is in the log already.
    const flushed = Promise.allSettled(ends.map((end) => end()))
    await Promise.race([flushed, delay(FLUSH_MS, undefined, { ref: false })])
    trace.disable()
    context.disable()
    diag.disable()
  }
}

/** What the libraries report can contain the address and the reply of the collector, so only the fact is logged. */
function logProblems(log: Logger): void {
  let complainedAt = Number.NEGATIVE_INFINITY
  const complain = () => {
    if (performance.now() - complainedAt < COMPLAIN_EVERY_MS) return
    complainedAt = performance.now()
    log.warn('traces or metrics could not be exported')
  }
  const quiet = () => {}
  const logger = { error: complain, warn: quiet, info: quiet, debug: quiet, verbose: quiet }
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true })
}
