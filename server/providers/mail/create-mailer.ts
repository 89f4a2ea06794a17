import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import { createFileMailer, mailFolder } from './files.ts'
import type { Mailer } from './mailer.ts'
import { createSmtpMailer } from './smtp.ts'

const defaultFrom = 'Companion <companion@localhost>'

/** SMTP when it is configured, otherwise files in the data folder. */
export function createMailer({ mail, dataDir }: Config, { log, now }: { log: Logger; now: () => number }): Mailer {
  const from = mail.from ?? defaultFrom
  return mail.smtpUrl === null
    ? createFileMailer({ folder: mailFolder(dataDir), from, log, now })
    : createSmtpMailer(mail.smtpUrl, from)
}

/** Has one connection of its own, so that no mail about an account waits for a newsletter. */
export const createNewsletterMailer = ({ smtpUrl, from }: { smtpUrl: string; from: string | null }): Mailer =>
  createSmtpMailer(smtpUrl, from ?? defaultFrom, 1)
