import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { describeError } from './describe-error.ts'
import { logEvents } from './log-events.ts'

/** Fields that are never logged, up to two levels deep. */
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

/** The maximum of bytes that wait for stdout; further lines are dropped. */
const UNWRITTEN_AT_MOST = 1024 * 1024

/** Logs JSON lines to stdout; readable lines in a terminal where pino-pretty is installed. */
export async function createLogger(
  { logLevel }: Pick<Config, 'logLevel'>,
  destination?: DestinationStream,
): Promise<Logger> {
  const options = {
    level: logLevel,
    base: null,
    redact: { paths: secrets.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[hidden]' },
    serializers: { err: describeError },
    hooks: { logMethod: addEvent },
  }
  const pretty = process.stdout.isTTY ? prettyOutput() : undefined
  return pino(options, destination ?? (await pretty) ?? stdoutOutput())
}

/** Adds the stable event name that `logEvents` maps to the text of the line. */
function addEvent(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  const [first, second] = given
  const isTextOnly = typeof first === 'string'
  const event = logEvents[String(isTextOnly ? first : second)]
  if (event === undefined) write.apply(this, given)
  else if (isTextOnly) write.call(this, { event }, first)
  else write.call(this, Object.assign({ event }, first), second)
}

/**
 * Writes each line at once and never retries a failed write by itself. By default pino buffers, and retries a failed
 * write without end when the process exits (sonic-boom 4.2): when nothing read stdout any more, a server with two lines
 * left did not end at SIGTERM.
 */
function stdoutOutput(): DestinationStream {
  const output = pino.destination({
    dest: process.stdout.fd,
    sync: true,
    retryEAGAIN: () => false,
    maxLength: UNWRITTEN_AT_MOST,
  })
  // The reader has closed or is too slow, or the disk is full. Unwritten lines are retried before the next line; an
  // error here must not end the server, and it cannot be logged anywhere else.
  output.on('error', () => undefined)
  output.flushSync = () => undefined
  return output
}

async function prettyOutput(): Promise<DestinationStream | undefined> {
  try {
    const { default: pretty } = await import('pino-pretty')
    return pretty({ translateTime: 'SYS:HH:MM:ss', sync: true })
  } catch {
    // This development dependency is missing: the log is JSON.
    return undefined
  }
}
