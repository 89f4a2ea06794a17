import { isLoopback } from '../lib/loopback.ts'
import type { Environment } from './config-schema.ts'
import { s3Names, s3Of } from './s3-settings.ts'

/** Finds settings that are each valid but contradict each other. */
export function contradictions(env: Environment): string[] {
  const production = reasonForProduction(env)
  const problems: string[] = []
  if (env.DATABASE_URL !== undefined && env.TOKEN_SECRET === undefined) {
    problems.push('TOKEN_SECRET is required with DATABASE_URL, the same for every server process')
  }
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined) {
    problems.push('DATABASE_URL is required with DATABASE_DIRECT_URL, which is the same database without a pooler')
  }
  if (env.DATABASE_READ_URL !== undefined && env.DATABASE_URL === undefined) {
    problems.push('DATABASE_URL is required with DATABASE_READ_URL, which is a replica of it')
  }
  if (env.ASSISTANT_MODELS !== undefined && env.ASSISTANT_BASE_URL === undefined) {
    problems.push('ASSISTANT_BASE_URL is required with ASSISTANT_MODELS')
  }
  const { ASSISTANT_MODELS: models, ASSISTANT_MODEL: selected } = env
  if (models !== undefined && selected !== undefined && !models.some(({ id }) => id === selected)) {
    problems.push('ASSISTANT_MODEL, the default model, must be one of ASSISTANT_MODELS')
  }
  const hasSpeechModel = env.SPEECH_TRANSCRIPTION_MODEL !== undefined || env.SPEECH_MODEL !== undefined
  if (env.SPEECH_BASE_URL !== undefined && !hasSpeechModel) {
    problems.push('SPEECH_TRANSCRIPTION_MODEL, SPEECH_MODEL or both are required with SPEECH_BASE_URL')
  }
  if (env.SPEECH_BASE_URL === undefined && hasSpeechModel) {
    problems.push('SPEECH_BASE_URL is required with SPEECH_TRANSCRIPTION_MODEL and SPEECH_MODEL')
  }
  if (env.PAYMENTS === 'stripe' && env.STRIPE_SECRET_KEY === undefined) {
    problems.push('STRIPE_SECRET_KEY is required by PAYMENTS=stripe')
  }
  if (env.STRIPE_TAX === 'on' && processorOf(env) === 'sandbox') {
    problems.push('STRIPE_TAX=on needs Stripe, which computes the taxes: the sandbox has none')
  }
  if (production !== undefined && env.PAYMENTS === undefined && env.STRIPE_SECRET_KEY === undefined) {
    problems.push(
      `PAYMENTS: set STRIPE_SECRET_KEY, or PAYMENTS=sandbox to let everyone have any plan without paying (${production})`,
    )
  }
  if (production !== undefined && env.RATE_LIMITS === 'off') {
    problems.push(`RATE_LIMITS must not be off in production (${production})`)
  }
  for (const prefix of ['FILES', 'BACKUP'] as const) {
    const names = s3Names(prefix)
    const missing = names.filter((name) => env[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(`${missing.join(', ')}: ${prefix}_S3_* are required together, or none of them`)
    }
  }
  if (s3Of(env, 'BACKUP') !== null && env.BACKUP_RECIPIENT === undefined) {
    problems.push('BACKUP_RECIPIENT is required with BACKUP_S3_*, because backups leave the machine only encrypted')
  }
  if (env.CARE_CARD === 'off' && env.CARE_CARD_OFF_REASON === undefined) {
    problems.push('CARE_CARD_OFF_REASON is required with CARE_CARD=off: the reason stands in the log of each start')
  }
  if (env.SMTP_URL !== undefined && env.MAIL_FROM === undefined) {
    problems.push('MAIL_FROM is required with SMTP_URL')
  }
  return problems
}

/** Why the server counts as production, whatever NODE_ENV says (docs/decisions/049); undefined when it does not. */
export function reasonForProduction(env: Environment): string | undefined {
  if (env.NODE_ENV === 'production') return 'NODE_ENV is production'
  if (env.PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(env.PUBLIC_URL)
    if (protocol === 'https:') return 'PUBLIC_URL is https'
    if (!isLoopback(hostname)) return 'PUBLIC_URL is not on this machine'
  }
  return isLoopback(env.HOST) ? undefined : 'HOST is an address that others can reach'
}

/** Stripe with a key, unless PAYMENTS says otherwise. */
export const processorOf = ({ PAYMENTS, STRIPE_SECRET_KEY }: Environment): 'stripe' | 'sandbox' =>
  PAYMENTS ?? (STRIPE_SECRET_KEY === undefined ? 'sandbox' : 'stripe')
