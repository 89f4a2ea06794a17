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

/** Where mails without a mail server are written to. */
export const mailFolder = (dataDir: string): string => join(dataDir, 'mail')

/**
 * For trying things out without a mail server: each mail is a file, `<time>-<id>.eml`, which any mail
 * program opens. They hold working links, so only their owner may read them.
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
        // Renamed when it is whole: whoever watches the folder never reads half a mail.
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

/** Removes mails written before that time, in milliseconds since 1970, and drafts of them; other files stay. */
export async function removeOldMails(folder: string, before: number): Promise<void> {
  const names = (await unlessGone(readdir(folder))) ?? []
  for (const name of names.filter((name) => /\.eml(?:\.part)?$/.test(name))) {
    const file = join(folder, name)
    const found = await unlessGone(stat(file))
    if (found !== undefined && found.mtimeMs < before) await rm(file, { force: true })
  }
}

/** Undefined when there is no such file or folder, or another process has just removed it. */
const unlessGone = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  })
