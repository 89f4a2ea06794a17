import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Config } from '../config/config.ts'

/** Starts to export traces and metrics, if that is configured, and returns what flushes and ends the export. */
export async function startExport(
  { telemetry }: Pick<Config, 'telemetry'>,
  registry: Registry,
  log: Logger,
): Promise<() => Promise<void>> {
  if (telemetry === null) return async () => {}
  // Loaded on demand: a server without an endpoint has none of it in memory.
  const { exportByOtlp } = await import('./otlp.ts')
  return exportByOtlp(telemetry, registry, log)
}
