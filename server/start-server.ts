import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { Registry } from 'prom-client'
import { type App, createApp } from './app.ts'
import { createMemoryBus } from './bus/memory-bus.ts'
import { checkRecipient } from './config/check-recipient.ts'
import { type Config, localUrl, readConfig } from './config/config.ts'
import { openDatabase } from './db/database.ts'
import { migrate } from './db/migrate.ts'
import type { PoolOptions } from './db/postgres.ts'
import { attachReplica } from './db/read-replica.ts'
import type { Dependencies } from './dependencies.ts'
import { listen } from './http/listen.ts'
import { stopListening, watchConnections } from './http/stop-listening.ts'
import { explainStartError, type StartContext } from './lifecycle/explain-start-error.ts'
import { startupBanner } from './lifecycle/startup-banner.ts'
import type { OpenCallLimits } from './limits/rate-limits.ts'
import { createLogger } from './logging/logger.ts'
import { createGenerationWorker, type GenerationOptions } from './modules/chats/generations/generation-worker.ts'
import { createBackupJob } from './modules/housekeeping/backup-job.ts'
import { createCleanupJob } from './modules/housekeeping/cleanup-job.ts'
import { createErasureJob, type ErasureOptions } from './modules/housekeeping/erasure-job.ts'
import { createJudgeRunJob, type JudgeRunOptions } from './modules/judge-runs/judge-run-job.ts'
import { newsletterLacks } from './modules/newsletter/newsletter-lacks.ts'
import { createNewsletterSender, type NewsletterOptions } from './modules/newsletter/sending/newsletter-sender.ts'
import { reportWaiting } from './modules/newsletter/sending/report-waiting.ts'
import { type AnnouncerOptions, createAnnouncer } from './modules/push/announce-answers.ts'
import { createScoringWorker, type ScoringOptions } from './modules/scoring/worker/scoring-worker.ts'
import { createPayments } from './modules/subscriptions/create-payments.ts'
import { createAccountCheck } from './modules/subscriptions/sync/account-check.ts'
import { createBillingJob } from './modules/subscriptions/sync/billing-job.ts'
import type { Assistant } from './providers/assistant/assistant.ts'
import { createModels, onlyModel } from './providers/assistant/create-models.ts'
import { createFileStore } from './providers/files/create-file-store.ts'
import type { FileStore } from './providers/files/file-store.ts'
import { createJudge } from './providers/judge/create-judge.ts'
import type { Judge } from './providers/judge/judge.ts'
import { createMailer, createNewsletterMailer } from './providers/mail/create-mailer.ts'
import { createMailQueue, type MailQueueOptions } from './providers/mail/mail-queue.ts'
import { createPushSender } from './providers/push/push-sender.ts'
import { createWebSearch } from './providers/search/create-web-search.ts'
import type { PageNetwork } from './providers/search/fetch-page.ts'
import { createSpeech } from './providers/speech/create-speech.ts'
import { prepareDataFolder } from './storage/data-folder.ts'
import { lockFolder } from './storage/folder-lock.ts'
import { saveTokenSecret } from './storage/token-secret.ts'
import { registerSharedMetrics } from './telemetry/metrics.ts'
import { startExport } from './telemetry/start-export.ts'

export interface RunningServer {
  /** The URL on which it listens, `http://127.0.0.1:3000`. */
  address: string
  dependencies: Dependencies
  /** Drains: not ready, no new connections, streams end, running answers are requeued or interrupted. */
  close(): Promise<void>
}

/** Replacements for tests. */
export interface StartOptions {
  assistant?: Assistant
  files?: FileStore
  /** How the pages of a web search are reached. */
  pages?: PageNetwork
  now?: () => number
  log?: Logger
  generations?: Partial<GenerationOptions>
  pool?: PoolOptions
  judge?: Judge
  scorings?: Partial<ScoringOptions>
  judgeRuns?: JudgeRunOptions
  mails?: Partial<MailQueueOptions>
  openCalls?: Partial<OpenCallLimits>
  erasure?: Partial<ErasureOptions>
  announcer?: Partial<AnnouncerOptions>
  newsletter?: Partial<NewsletterOptions>
  /** Checks every handler's result against the contract. */
  checkResults?: boolean
  /** Prints lines for users; to stdout by default. */
  say?: (text: string) => void
}

/** The message explains in plain sentences, one per line, why the server did not start. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

type Environment = Readonly<Record<string, string | undefined>>

/** Starts the server. On a failure it stops what it had started and throws StartError. */
export async function startServer(env: Environment = process.env, options: StartOptions = {}): Promise<RunningServer> {
  const context: StartContext = { phase: 'settings' }
  const opened: (() => unknown)[] = []
  const close = async () => {
    for (let undo = opened.pop(); undo !== undefined; undo = opened.pop()) await undo()
  }
  try {
    return { ...(await open(env, options, context, opened)), close }
  } catch (error) {
    await close()
    throw new StartError(explainStartError(error, context), { cause: error })
  }
}

async function open(env: Environment, options: StartOptions, context: StartContext, opened: (() => unknown)[]) {
  const config: Config = readConfig(env)
  context.config = config
  await checkRecipient(config.backup.recipient)
  const log = options.log ?? (await createLogger(config))
  const { careCardOffReason: reason } = config
  if (reason !== null) log.warn({ reason }, 'the card with lines to call is switched off')

  const metrics = new Registry()
  registerSharedMetrics(metrics)
  opened.push(await startExport(config, metrics, log))

  context.phase = 'folder'
  prepareDataFolder(config.dataDir)
  if (config.databaseUrl === null) opened.push(lockFolder(config.dataDir))

  const now = options.now ?? Date.now
  context.phase = 'database'
  const { db, engine, close } = await openDatabase({ ...config, log, pool: options.pool })
  opened.push(close)
  const { databaseDirectUrl } = config
  if (databaseDirectUrl !== config.databaseUrl) context.database = 'DATABASE_DIRECT_URL'
  await migrateDirectly(config, { db, engine, log })
  if (!env.TOKEN_SECRET?.trim()) config.tokenSecret = saveTokenSecret(config.dataDir, config.tokenSecret)
  if (config.replica !== null) opened.push(await attachReplica(db, { ...config.replica, log, now }))
  const bus = databaseDirectUrl === null ? createMemoryBus() : await connectBus(databaseDirectUrl, log)
  opened.push(() => bus.close())

  const mails = createMailQueue(createMailer(config, { log, now }), log, options.mails)
  opened.push(() => mails.stop())

  const files = options.files ?? createFileStore(config)
  const erasure = createErasureJob({ db, engine, files, log, now }, options.erasure)

  context.phase = 'assistant'
  const models = options.assistant ? onlyModel(options.assistant, config) : await createModels(config)
  const [{ assistant }] = models

  // It listens first: with port 0 the public URL is known only then.
  context.phase = 'listen'
  let app: App | undefined
  const front: App['fetch'] = (...request) => app?.fetch(...request) ?? new Response(null, { status: 503 })
  const { server, port } = await listen({ fetch: front, drain: () => app?.drain() }, { ...config, log })
  watchConnections(server)
  opened.push(() => stopListening(server, log))
  const address = localUrl(config.host, port)
  const base = { config: config.port === 0 ? withAddress(config, address, env) : config, db, engine, now, log }
  const dependencies: Dependencies = {
    ...base,
    ...createPayments(base),
    bus,
    metrics,
    assistant,
    models,
    judge: config.scoring ? (options.judge ?? createJudge(config, assistant)) : null,
    files,
    webSearch: createWebSearch(config, log, options.pages),
    speech: createSpeech(config),
    mails,
    erasure,
    processId: randomUUID(),
  }
  app = createApp(dependencies, { checkResults: options.checkResults ?? false, openCalls: options.openCalls ?? {} })

  context.phase = 'answers'
  const announcer = createAnnouncer(dependencies, createPushSender(dependencies.config), options.announcer)
  opened.push(() => announcer.stop())
  const generations = createGenerationWorker(dependencies, options.generations, announcer.announce)
  const jobs: { stop(): Promise<void> }[] = [generations, erasure]
  opened.push(async () => {
    app?.drain()
    // All at once: a job that ends slowly does not delay the others.
    await Promise.all([stopListening(server, log), ...jobs.map((job) => job.stop())])
  })
  await generations.start()
  const { judge } = dependencies
  if (judge !== null) {
    const scorings = createScoringWorker(dependencies, judge, options.scorings)
    jobs.push(scorings)
    scorings.start()
    jobs.push(createJudgeRunJob(dependencies, options.judgeRuns))
  }
  const { smtpUrl, from } = config.mail
  // The settings may have been complete when an issue was scheduled or begun.
  if (smtpUrl === null || newsletterLacks(config).length > 0) await reportWaiting(dependencies)
  else {
    const mailer = createNewsletterMailer({ smtpUrl, from })
    const newsletter = createNewsletterSender(dependencies, mailer, options.newsletter)
    jobs.push(newsletter)
    newsletter.start()
  }
  jobs.push(createBillingJob(dependencies), createAccountCheck(dependencies))
  jobs.push(createCleanupJob(dependencies), createBackupJob(dependencies, env))

  const say = options.say ?? console.log
  say(startupBanner(address, dependencies))
  return { address, dependencies }
}

/** Not through a pooler: the migrator holds a lock of its session, which would stay with a session of the pooler. */
async function migrateDirectly(config: Config, { db, engine, log }: Pick<Dependencies, 'db' | 'engine' | 'log'>) {
  const { databaseUrl, databaseDirectUrl, dataDir } = config
  if (databaseDirectUrl === databaseUrl) return migrate(db, engine)
  const direct = await openDatabase({ databaseUrl: databaseDirectUrl, dataDir, log })
  try {
    return await migrate(direct.db, engine)
  } finally {
    await direct.close()
  }
}

/** Loaded on demand, together with the PostgreSQL driver. */
async function connectBus(directUrl: string, log: Logger) {
  const { createPostgresBus } = await import('./bus/postgres-bus.ts')
  return createPostgresBus(directUrl, log)
}

function withAddress(config: Config, address: string, env: Environment): Config {
  return {
    ...config,
    publicUrl: env.PUBLIC_URL?.trim() ? config.publicUrl : address,
    corsOrigins: env.CORS_ORIGINS?.trim() || env.PUBLIC_URL?.trim() ? config.corsOrigins : [address],
  }
}
