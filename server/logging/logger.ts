import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config.ts'
import { describeError } from './describe-error.ts'

/** Never written, wherever they stand up to two levels deep. */
const secrets = [
  'password',
  'current_password',
  'new_password',
  'password_hash',
  'authorization',
  'cookie',
  'token',
  'access',
  'refresh',
  'credential',
  'secret',
  'tokenSecret',
  'apiKey',
  'secretKey',
  'webhookSecret',
  'content',
  'reasoning',
  'text',
]

/** JSON lines on stdout; readable ones in a terminal where pino-pretty is installed. */
export async function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Promise<Logger> {
  const options = {
    level: logLevel,
    base: null,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
  }
  const output = destination ?? (process.stdout.isTTY ? await prettyOutput() : undefined)
  return output === undefined ? pino(options) : pino(options, output)
}

async function prettyOutput(): Promise<DestinationStream | undefined> {
  try {
    const { default: pretty } = await import('pino-pretty')
    return pretty({ translateTime: 'SYS:HH:MM:ss', sync: true })
  } catch {
    // A development dependency: JSON is as good.
    return undefined
  }
}
