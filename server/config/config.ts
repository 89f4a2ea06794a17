import { resolve } from 'node:path'
import * as v from 'valibot'
import { makeTokenSecret, readTokenSecret } from '../storage/token-secret.ts'
import { Environment } from './config-schema.ts'
import { contradictions, processorOf, reasonForProduction } from './contradictions.ts'
import type { ModelSetting } from './models-schema.ts'
import { type RelyingParty, relyingPartyAt } from './relying-party.ts'
import { type S3Config, s3Of } from './s3-settings.ts'
import type { Voices } from './voice-schema.ts'

/** The validated settings of README's table; null where a setting is missing. */
export interface Config {
  /** Whether NODE_ENV says production, or other machines can reach the server (docs/decisions/049). */
  production: boolean
  /** 0 takes any free port. */
  port: number
  host: string
  /** Has no slash at its end. */
  publicUrl: string
  /** Exact origins that may call the API from a browser. */
  corsOrigins: readonly string[]
  /** An absolute path. */
  dataDir: string
  /** null: SQLite in `dataDir`. */
  databaseUrl: string | null
  /** The same database without a pooler, for what needs a session: LISTEN, backups, restoring. null: SQLite. */
  databaseDirectUrl: string | null
  /** A streaming replica, and how old what is read from it may be in milliseconds; null: there is none. */
  replica: { url: string; stalenessMs: number } | null
  assistant: {
    baseUrl: string | null
    model: string | null
    apiKey: string | null
    judgeModel: string | null
    judgeRubric: 'judge-1' | 'judge-2'
  }
  /** The models that users may choose from, the default one first; empty: only that of `assistant`. */
  models: readonly ModelSetting[]
  /** The context in tokens of a model whose own is not set: prompts are measured by it. */
  context: number
  /** The number of answers that a process writes at once. */
  concurrency: number
  /** How long a model may take from a request to the first chunk of its answer or reasoning. */
  firstChunkMs: number
  /** Whether pictures are sent to the model; auto: to models that are known to see. */
  vision: Environment['ASSISTANT_VISION']
  /** `s3` null: files are stored in `dataDir`. A limit of 0 bytes for each user means unlimited. */
  files: { s3: S3Config | null; perUser: number }
  /** `everyHours` null: the server makes none by itself. `recipient`: the public key for which they are encrypted. */
  backup: { everyHours: number | null; copies: number; recipient: string | null; s3: S3Config | null }
  /** The base URL of a SearXNG server, without a slash at its end; null: no web search. */
  searchUrl: string | null
  /** The speech service; its models are null where it does not transcribe or does not speak. Null: there is none. */
  speech: {
    baseUrl: string
    apiKey: string | null
    transcriptionModel: string | null
    model: string | null
    voices: Voices
  } | null
  google: { clientId: string | null; jwksUrl: string }
  /** Origins of the provider's other apps in which a signed-in user may sign in by SSO. */
  ssoAudiences: readonly string[]
  payments: 'stripe' | 'sandbox'
  /** `tax`: Stripe computes taxes and collects what they depend on. */
  stripe: { secretKey: string | null; webhookSecret: string | null; apiBase: string | null; tax: boolean }
  /** Days for which a subscription gives access after a payment failed. */
  billingGraceDays: number
  /** What a million tokens cost in US dollars; null: unknown. */
  tokenPrice: number | null
  mail: { smtpUrl: string | null; from: string | null }
  /** The sender's postal address, without which no issue is sent, and how many mails of issues are sent in a minute. */
  newsletter: { address: string | null; perMinute: number }
  /** Who runs the server, for the imprint, and the age in years that a registration states; null: none is asked for. */
  legal: {
    operator: { name: string | null; address: string | null; email: string | null }
    minimumAge: number | null
  }
  /** The operator's reason for switching the care card off, which is logged at the start; null: the card is shown. */
  careCardOffReason: string | null
  /** Whether admins can use their powers only with a second factor. */
  adminSecondFactor: boolean
  /** Null where browsers offer no passkeys: at an IP address, or without TLS. */
  relyingParty: RelyingParty | null
  /** From the environment, else from the file in `dataDir`, else a new one that is not stored yet. */
  tokenSecret: string
  accessTokenSeconds: number
  refreshTokenSeconds: number
  /** False disables the scoring of answers. */
  scoring: boolean
  rateLimits: boolean
  /** Whether browsers may report errors. The server stores only their counts. */
  errorReports: boolean
  /** False unregisters the service worker of every browser (docs/decisions/016). */
  serviceWorker: boolean
  trustProxy: number
  logLevel: Environment['LOG_LEVEL']
  metricsToken: string | null
  /** What is exported by OpenTelemetry, and how often metrics are; null: nothing. */
  telemetry: { traces: boolean; metrics: boolean; everyMs: number } | null
}

/** Lists the invalid settings, one message each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly problems: readonly string[]

  constructor(problems: readonly string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}

/**
 * Reads the settings from the environment. Throws ConfigError listing every invalid one. Without TOKEN_SECRET it reads
 * the secret file in DATA_DIR, so it may also throw file system errors.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = v.safeParse(Environment, withoutEmpty(env), { abortPipeEarly: true })
  const problems = parsed.success ? contradictions(parsed.output) : parsed.issues.map(describe)
  if (!parsed.success || problems.length > 0) throw new ConfigError(problems)
  return fromEnvironment(parsed.output)
}

function fromEnvironment(env: Environment): Config {
  const dataDir = resolve(env.DATA_DIR)
  const publicUrl = env.PUBLIC_URL ?? localUrl(env.HOST, env.PORT)
  return {
    production: reasonForProduction(env) !== undefined,
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    corsOrigins: env.CORS_ORIGINS ?? [new URL(publicUrl).origin],
    dataDir,
    databaseUrl: env.DATABASE_URL ?? null,
    databaseDirectUrl: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL ?? null,
    replica:
      env.DATABASE_READ_URL === undefined
        ? null
        : { url: env.DATABASE_READ_URL, stalenessMs: env.DATABASE_READ_STALENESS * 1000 },
    assistant: {
      baseUrl: env.ASSISTANT_BASE_URL ?? null,
      model: env.ASSISTANT_MODEL ?? null,
      apiKey: env.ASSISTANT_API_KEY ?? null,
      judgeModel: env.JUDGE_MODEL ?? null,
      judgeRubric: env.JUDGE_RUBRIC,
    },
    models: modelsOf(env),
    context: env.ASSISTANT_CONTEXT,
    concurrency: env.ASSISTANT_CONCURRENCY,
    firstChunkMs: env.ASSISTANT_FIRST_CHUNK_SECONDS * 1000,
    vision: env.ASSISTANT_VISION,
    files: { s3: s3Of(env, 'FILES'), perUser: env.FILES_PER_USER_MB * 1_000_000 },
    backup: {
      everyHours: env.BACKUP_EVERY_HOURS ?? null,
      copies: env.BACKUP_COPIES,
      recipient: env.BACKUP_RECIPIENT ?? null,
      s3: s3Of(env, 'BACKUP'),
    },
    searchUrl: env.SEARCH_URL ?? null,
    speech: speechOf(env),
    google: {
      clientId: env.GOOGLE_CLIENT_ID ?? null,
      jwksUrl: env.GOOGLE_JWKS_URL ?? 'https://www.googleapis.com/oauth2/v3/certs',
    },
    ssoAudiences: env.SSO_AUDIENCES,
    payments: processorOf(env),
    stripe: {
      secretKey: env.STRIPE_SECRET_KEY ?? null,
      webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? null,
      apiBase: env.STRIPE_API_BASE ?? null,
      tax: env.STRIPE_TAX === 'on',
    },
    billingGraceDays: env.BILLING_GRACE_DAYS,
    tokenPrice: env.TOKEN_PRICE ?? null,
    mail: { smtpUrl: env.SMTP_URL ?? null, from: env.MAIL_FROM ?? null },
    newsletter: { address: env.NEWSLETTER_ADDRESS ?? null, perMinute: env.NEWSLETTER_PER_MINUTE },
    legal: {
      operator: {
        name: env.OPERATOR_NAME ?? null,
        address: env.OPERATOR_ADDRESS ?? null,
        email: env.OPERATOR_EMAIL ?? null,
      },
      minimumAge: env.MINIMUM_AGE ?? null,
    },
    careCardOffReason: env.CARE_CARD === 'off' ? (env.CARE_CARD_OFF_REASON ?? null) : null,
    adminSecondFactor: env.ADMIN_SECOND_FACTOR === 'required',
    relyingParty: relyingPartyAt(publicUrl),
    tokenSecret: env.TOKEN_SECRET ?? readTokenSecret(dataDir) ?? makeTokenSecret(),
    accessTokenSeconds: env.ACCESS_TOKEN_SECONDS,
    refreshTokenSeconds: env.REFRESH_TOKEN_SECONDS,
    scoring: env.SCORING === 'on',
    rateLimits: env.RATE_LIMITS === 'on',
    errorReports: env.ERROR_REPORTS === 'on',
    serviceWorker: env.SERVICE_WORKER === 'on',
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    metricsToken: env.METRICS_TOKEN ?? null,
    telemetry: telemetryOf(env),
  }
}

/** Only what has an endpoint is exported. */
function telemetryOf(env: Environment): Config['telemetry'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: both } = env
  const traces = env.OTEL_TRACES_EXPORTER === 'otlp' && (env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? both) !== undefined
  const metrics =
    env.OTEL_METRICS_EXPORTER === 'otlp' && (env.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT ?? both) !== undefined
  if (env.OTEL_SDK_DISABLED === 'true' || !(traces || metrics)) return null
  return { traces, metrics, everyMs: env.OTEL_METRIC_EXPORT_INTERVAL }
}

/** ASSISTANT_MODEL names the default one; without it, that is the first. */
function modelsOf({ ASSISTANT_MODELS = [], ASSISTANT_MODEL }: Environment): ModelSetting[] {
  const isDefault = ({ id }: ModelSetting) => id === ASSISTANT_MODEL
  return [...ASSISTANT_MODELS.filter(isDefault), ...ASSISTANT_MODELS.filter((model) => !isDefault(model))]
}

/** Null without an address; `contradictions` rejects an address without a model. */
function speechOf(env: Environment): Config['speech'] {
  if (env.SPEECH_BASE_URL === undefined) return null
  return {
    baseUrl: env.SPEECH_BASE_URL,
    apiKey: env.SPEECH_API_KEY ?? null,
    transcriptionModel: env.SPEECH_TRANSCRIPTION_MODEL ?? null,
    model: env.SPEECH_MODEL ?? null,
    voices: env.SPEECH_VOICE,
  }
}

/** The server's URL for a browser on this machine; the loopback address replaces a wildcard. */
export function localUrl(host: string, port: number): string {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

const describe = (issue: v.BaseIssue<unknown>): string => `${v.getDotPath(issue)?.split('.')[0]} ${issue.message}`

function withoutEmpty(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const filled: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    const trimmed = value?.trim()
    if (trimmed) filled[name] = trimmed
  }
  return filled
}
