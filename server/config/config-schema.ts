import * as v from 'valibot'
import { PRODUCT } from '#contract/limits.ts'
import { CONTEXT_MAX, CONTEXT_MIN } from '../limits/prompt-budget.ts'
import { ModelsSetting } from './models-schema.ts'
import { VoiceSetting } from './voice-schema.ts'

/** Every message completes the sentence "NAME …". Messages do not repeat values, because some are secret. */
const wholeNumber = (min: number, max: number) => {
  const says = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, says),
    v.transform(Number),
    v.minValue(min, says),
    v.maxValue(max, says),
  )
}

const url = (protocols: readonly string[], example: string) =>
  v.pipe(
    v.string(),
    v.check(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address like ${example}`,
    ),
  )

const httpUrl = (example: string) =>
  v.pipe(
    url(['http:', 'https:'], example),
    v.transform((text) => text.replace(/\/+$/, '')),
  )

/** Without a path: the app and the API are at the root, and links and origins are made from it. */
const publicUrl = v.pipe(
  httpUrl('https://companion.example.org'),
  v.check((text) => {
    const { pathname, search, hash, username, password } = new URL(text)
    return pathname + search + hash + username + password === '/'
  }, 'must be an address like https://companion.example.org, without a path, a query or a user name'),
  v.transform((text) => new URL(text).origin),
)

const postgresUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/companion')

const origin = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text,
    'must be origins like https://app.example.org, with commas between and no path',
  ),
)

/** `companion_app,another_app` */
const names = v.pipe(
  v.string(),
  v.transform((list) => list.split(',').map((item) => item.trim())),
  v.array(v.pipe(v.string(), v.regex(/^[\w.-]{1,100}$/, 'must be names like companion_app, with commas between'))),
)

const samples = /change.?me|secret.?key|your.?secret|example|sample|placeholder|password|insert.?here|default/i

/** Rejects secrets that are short or an example from documentation. */
const secret = (min: number) =>
  v.pipe(
    v.string(),
    v.minLength(min, `must have at least ${min} characters`),
    v.check((text) => !samples.test(text), 'looks like a sample out of a manual; make your own'),
    v.check((text) => new Set(text).size >= 8, 'repeats itself too much to be secret; make a random one'),
  )

const choice = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of: ${options.join(', ')}`)

const text = v.string()
const singleLine = v.pipe(text, v.maxLength(300, 'must have at most 300 characters'))

const bucket = (example: string) =>
  v.pipe(v.string(), v.regex(/^[\w.-]{3,63}$/, `must be the name of a bucket, like ${example}`))

export const RECIPIENT_PROBLEM = 'must be the public key that age-keygen prints, age1…'

/** The environment variables (README, "Settings"). Empty ones are removed before parsing. */
export const Environment = v.object({
  NODE_ENV: v.optional(choice(['production', 'development', 'test']), 'development'),
  PORT: v.optional(wholeNumber(0, 65_535), '3000'),
  HOST: v.optional(text, '127.0.0.1'),
  PUBLIC_URL: v.optional(publicUrl),
  CORS_ORIGINS: v.optional(
    v.pipe(
      v.string(),
      v.transform((list) => list.split(',').map((item) => item.trim())),
      v.array(origin),
    ),
  ),
  DATA_DIR: v.optional(text, './data'),
  DATABASE_URL: v.optional(postgresUrl),
  DATABASE_DIRECT_URL: v.optional(postgresUrl),
  DATABASE_READ_URL: v.optional(postgresUrl),
  DATABASE_READ_STALENESS: v.optional(wholeNumber(2, 3600), '10'),
  ASSISTANT_BASE_URL: v.optional(httpUrl('http://127.0.0.1:11434/v1')),
  ASSISTANT_MODEL: v.optional(text),
  ASSISTANT_API_KEY: v.optional(text),
  ASSISTANT_MODELS: v.optional(ModelsSetting),
  ASSISTANT_CONTEXT: v.optional(wholeNumber(CONTEXT_MIN, CONTEXT_MAX), '32768'),
  ASSISTANT_CONCURRENCY: v.optional(wholeNumber(1, 10_000), '64'),
  ASSISTANT_FIRST_CHUNK_SECONDS: v.optional(wholeNumber(1, 1800), '300'),
  ASSISTANT_VISION: v.optional(choice(['auto', 'on', 'off']), 'auto'),
  JUDGE_MODEL: v.optional(text),
  JUDGE_RUBRIC: v.optional(choice(['judge-1', 'judge-2']), 'judge-1'),
  FILES_S3_ENDPOINT: v.optional(httpUrl('https://s3.eu-central-1.amazonaws.com')),
  FILES_S3_BUCKET: v.optional(bucket('companion-files')),
  FILES_S3_REGION: v.optional(text, 'us-east-1'),
  FILES_S3_ACCESS_KEY: v.optional(text),
  FILES_S3_SECRET_KEY: v.optional(text),
  FILES_PER_USER_MB: v.optional(wholeNumber(0, 10_000_000), '2000'),
  BACKUP_EVERY_HOURS: v.optional(wholeNumber(1, 8760)),
  BACKUP_COPIES: v.optional(wholeNumber(1, 1000), '7'),
  BACKUP_RECIPIENT: v.optional(v.pipe(v.string(), v.regex(/^age1[0-9a-z]{20,4000}$/, RECIPIENT_PROBLEM))),
  BACKUP_S3_ENDPOINT: v.optional(httpUrl('https://s3.eu-central-1.amazonaws.com')),
  BACKUP_S3_BUCKET: v.optional(bucket('companion-backups')),
  BACKUP_S3_REGION: v.optional(text, 'us-east-1'),
  BACKUP_S3_ACCESS_KEY: v.optional(text),
  BACKUP_S3_SECRET_KEY: v.optional(text),
  SEARCH_URL: v.optional(httpUrl('http://127.0.0.1:8080')),
  SPEECH_BASE_URL: v.optional(httpUrl('http://127.0.0.1:8000/v1')),
  SPEECH_API_KEY: v.optional(text),
  SPEECH_TRANSCRIPTION_MODEL: v.optional(text),
  SPEECH_MODEL: v.optional(text),
  SPEECH_VOICE: v.optional(VoiceSetting, 'alloy'),
  GOOGLE_CLIENT_ID: v.optional(text),
  GOOGLE_JWKS_URL: v.optional(httpUrl('https://www.googleapis.com/oauth2/v3/certs')),
  SSO_AUDIENCES: v.optional(names, PRODUCT),
  STRIPE_SECRET_KEY: v.optional(text),
  STRIPE_WEBHOOK_SECRET: v.optional(text),
  STRIPE_API_BASE: v.optional(httpUrl('http://127.0.0.1:12111')),
  STRIPE_TAX: v.optional(choice(['on', 'off']), 'off'),
  PAYMENTS: v.optional(choice(['stripe', 'sandbox'])),
  TOKEN_PRICE: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,6}(?:\.\d{1,6})?$/, 'must be an amount such as 0.60'), v.transform(Number)),
  ),
  BILLING_GRACE_DAYS: v.optional(wholeNumber(0, 60), '14'),
  SMTP_URL: v.optional(url(['smtp:', 'smtps:'], 'smtps://user:password@host:465')),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(?:[^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
        'must be like Companion <hello@example.org>',
      ),
    ),
  ),
  NEWSLETTER_ADDRESS: v.optional(singleLine),
  NEWSLETTER_PER_MINUTE: v.optional(wholeNumber(1, 100_000), '300'),
  OPERATOR_NAME: v.optional(singleLine),
  OPERATOR_ADDRESS: v.optional(singleLine),
  OPERATOR_EMAIL: v.optional(v.pipe(text, v.email('must be an address like hello@example.org'))),
  CARE_CARD: v.optional(choice(['on', 'off']), 'on'),
  CARE_CARD_OFF_REASON: v.optional(v.pipe(singleLine, v.minLength(10, 'must be a reason that others understand'))),
  MINIMUM_AGE: v.optional(wholeNumber(1, 99)),
  ADMIN_SECOND_FACTOR: v.optional(choice(['required', 'off']), 'off'),
  TOKEN_SECRET: v.optional(secret(32)),
  ACCESS_TOKEN_SECONDS: v.optional(wholeNumber(1, 86_400), '900'),
  REFRESH_TOKEN_SECONDS: v.optional(wholeNumber(60, 31_536_000), '2592000'),
  SCORING: v.optional(choice(['on', 'off']), 'on'),
  RATE_LIMITS: v.optional(choice(['on', 'off']), 'on'),
  ERROR_REPORTS: v.optional(choice(['on', 'off']), 'on'),
  SERVICE_WORKER: v.optional(choice(['on', 'off']), 'on'),
  TRUST_PROXY: v.optional(wholeNumber(0, 10), '0'),
  LOG_LEVEL: v.optional(choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  METRICS_TOKEN: v.optional(secret(16)),
  OTEL_EXPORTER_OTLP_ENDPOINT: v.optional(httpUrl('http://127.0.0.1:4318')),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: v.optional(httpUrl('http://127.0.0.1:4318/v1/traces')),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: v.optional(httpUrl('http://127.0.0.1:4318/v1/metrics')),
  OTEL_EXPORTER_OTLP_PROTOCOL: v.optional(choice(['http/json']), 'http/json'),
  OTEL_TRACES_EXPORTER: v.optional(choice(['otlp', 'none']), 'otlp'),
  OTEL_METRICS_EXPORTER: v.optional(choice(['otlp', 'none']), 'otlp'),
  OTEL_METRIC_EXPORT_INTERVAL: v.optional(wholeNumber(100, 86_400_000), '60000'),
  OTEL_SDK_DISABLED: v.optional(choice(['true', 'false']), 'false'),
})
export type Environment = v.InferOutput<typeof Environment>
