import type { Transporter } from 'nodemailer'
import { compose } from './compose.ts'
import { type Mailer, MailFailure } from './mailer.ts'

const CONNECTIONS = 2
const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** Codes of permanent failures, caused by the mail or the settings: a retry fails too. */
const lasting = new Set(['EAUTH', 'EMESSAGE', 'EENVELOPE', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'ECONFIG'])

/** Sends by SMTP with pooled connections. nodemailer is loaded with the first mail. */
export function createSmtpMailer(smtpUrl: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: CONNECTIONS,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
    })
  }
  return {
    name: `by SMTP through ${new URL(smtpUrl).host}`,
    async send(mail) {
      transport ??= open()
      try {
        await (await transport).sendMail(compose(from, mail))
      } catch (error) {
        throw failureOf(error)
      }
    },
    close: () => void transport?.then((opened) => opened.close()),
  }
}

function failureOf(error: unknown): MailFailure {
  const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }
  const status = typeof responseCode === 'number' ? responseCode : 0
  const name = typeof code === 'string' ? code : 'EUNKNOWN'
  const isTransient = status === 0 ? !lasting.has(name) : status >= 400 && status < 500
  return new MailFailure({ code: name, status, isTransient })
}
