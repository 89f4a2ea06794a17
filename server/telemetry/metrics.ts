import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/**
 * Metrics of providers and of the database, which know no server. They are of this process; a test process with several
 * servers counts all of them here.
 */
const registers: Registry[] = []

export const queryDurations = new Histogram({
  name: 'companion_database_query_duration_seconds',
  help: 'Time of database statements, by their kind and whether they failed',
  labelNames: ['statement', 'result'],
  buckets: [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
})

export const modelCallDurations = new Histogram({
  name: 'companion_model_call_duration_seconds',
  help: 'Time of calls of the model server until their end, by operation and result',
  labelNames: ['operation', 'result'],
  buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 60, 120, 300],
  registers,
})

export const mailAttempts = new Counter({
  name: 'companion_mail_attempts_total',
  help: 'Attempts to hand a mail to the mail server, by kind of mail and result',
  labelNames: ['kind', 'result'],
  registers,
})

export const mailsWaiting = new Gauge({
  name: 'companion_mails_waiting',
  help: 'Mails that wait here to be sent or to be tried again',
  registers,
})

export const staleReads = new Counter({
  name: 'companion_stale_reads_total',
  help: 'Reads that a replica may serve, by the database that served them',
  labelNames: ['database'],
  registers,
})

export const replicaStaleness = new Gauge({
  name: 'companion_replica_staleness_seconds',
  help: 'How old what the replica has may be; 0 without a replica',
  registers,
})

export function registerSharedMetrics(registry: Registry): void {
  for (const metric of [queryDurations, modelCallDurations, mailAttempts, mailsWaiting, replicaStaleness])
    registry.registerMetric(metric)
  registry.registerMetric(staleReads)
}
