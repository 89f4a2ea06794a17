import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isSystemError } from '../../lib/system-error.ts'
import { isoTime } from '../../lib/time.ts'
import { compose } from './compose.ts'
import { type Mailer, MailFailure } from './mailer.ts'

interface Options {
  folder: string
  from: string
  log: Logger
  /** Milliseconds since 1970. */
  now: () => number
}

/** The folder for mails without a mail server. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/**
 * For development without a mail server: each mail is written to a file, `<time>-<id>.eml`, which mail programs can
 * open. The files contain valid links, so only their owner may read them.
 */
export function createFileMailer({ folder, from, log, now }: Options): Mailer {
  return {
    name: `files in ${folder}`,
    async send(mail) {
      try {
        const { createTransport } = await import('nodemailer')
        const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
        const { message } = await transport.sendMail({ ...compose(from, mail), date: new Date(now()) })
        const file = join(folder, `${isoTime(now()).replaceAll(':', '-')}-${randomUUID()}.eml`)
        await mkdir(folder, { recursive: true, mode: 0o700 })
        // Renamed when complete, so that no program reads a partial mail.
        await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
        await rename(`${file}.part`, file)
        log.info({ file }, 'a mail was written into a file, because SMTP_URL is not set')
      } catch (error) {
        const code = isSystemError(error) ? String(error.code) : 'EUNKNOWN'
        throw new MailFailure({ code, status: 0, isTransient: false })
      }
    },
    close() {},
  }
}

/** Deletes mails and drafts from before a time (milliseconds since 1970); other files remain. */
export async function removeOldMails(folder: string, before: number): Promise<void> {
  const names = (await unlessGone(readdir(folder))) ?? []
  for (const name of names.filter((name) => /\.eml(?:\.part)?$/.test(name))) {
    const file = join(folder, name)
    const found = await unlessGone(stat(file))
    if (found !== undefined && found.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Undefined when the file or folder does not exist (any more). */
const unlessGone = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  })
