import { type DestinationStream, type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
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

/** Bytes of lines that stdout does not take at the moment; what comes after them is dropped. */
const UNWRITTEN_AT_MOST = 1024 * 1024

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
  const pretty = process.stdout.isTTY ? prettyOutput() : undefined
  return pino(options, destination ?? (await pretty) ?? stdoutOutput())
}

/**
 * Writes each line at once and never repeats a failed write by itself. By default pino buffers, and when the process
 * exits it repeats a write that fails without end (sonic-boom 4.2): once nobody read stdout any more, a server that had
 * two lines left did not end at SIGTERM.
 */
function stdoutOutput(): DestinationStream {
  const output = pino.destination({
    dest: process.stdout.fd,
    sync: true,
    retryEAGAIN: () => false,
    maxLength: UNWRITTEN_AT_MOST,
  })
  // The reader is gone or too slow, or the disk is full. What was not written goes before the next line; a log that cannot
  // be written must not end the server, and there is no other place to say so.
  output.on('error', () => undefined)
  output.flushSync = () => undefined
  return output
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
