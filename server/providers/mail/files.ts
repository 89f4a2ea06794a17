import { randomUUID } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { isSystemError } from '../../system-error.ts'
import { compose } from './compose.ts'
import { type Mailer, MailFailure } from './mailer.ts'

interface Options {
  folder: string
  from: string
  log: Logger
  /** Milliseconds since 1970. */
  now: () => number
}

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
        const file = join(folder, `${new Date(now()).toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`)
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
