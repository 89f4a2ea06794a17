import type { Readable } from 'node:stream'
import type { Transporter } from 'nodemailer'
import { compose } from './compose.ts'
import { type FailureScope, type Mailer, MailFailure } from './mailer.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 20_000

/** The pool of nodemailer; its published types do not know the argument. */
interface Pool {
  close(options?: { force: boolean }): void
}

/** Codes of permanent failures, caused by the mail or the settings: a retry fails too. */
const lasting = new Set(['EAUTH', 'EMESSAGE', 'EENVELOPE', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'ECONFIG'])

/** Sends by SMTP with pooled connections. nodemailer is loaded with the first mail. */
export function createSmtpMailer(smtpUrl: string, from: string, connections = 2): Mailer {
  let transport: Promise<Transporter> | undefined
  /**
   * The content stream of each message, which tells whether any content was sent. The key is the mail's headers object,
   * because nodemailer copies the object of the mail.
   */
  const contents = new WeakMap<object, Readable>()
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    const opened = createTransport({
      url: smtpUrl,
      pool: true,
      maxConnections: connections,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: SILENCE_MS,
      // Else a mail is sent again by itself when its connection ends before the server's answer, and may arrive twice.
      maxRequeues: 0,
    })
    opened.use('stream', (mail, done) => {
      mail.message.processFunc((stream) => {
        if (mail.data.headers) contents.set(mail.data.headers, stream)
        return stream
      })
      done()
    })
    return opened
  }
  return {
    name: `by SMTP through ${new URL(smtpUrl).host}`,
    async send(mail) {
      transport ??= open()
      const opened = await transport
      const attempt = async (): Promise<MailFailure | undefined> => {
        const options = compose(from, mail)
        const { headers = {} } = options
        try {
          await opened.sendMail(options)
        } catch (error) {
          return failureOf(error, contents.get(headers)?.readableDidRead === true)
        }
      }
      let failure = await attempt()
      // The server had ended an idle connection of the pool: nothing was sent, and another connection is opened.
      if (failure?.code === 'ECONNECTION' && failure.scope === 'server') failure = await attempt()
      if (failure !== undefined) throw failure
    },
    close: (options) => void transport?.then((opened: Pool) => opened.close(options)),
  }
}

function failureOf(error: unknown, isContentRead: boolean): MailFailure {
  const { code, responseCode, command, response } = error as Partial<Record<string, unknown>>
  const status = typeof responseCode === 'number' ? responseCode : 0
  const name = typeof code === 'string' ? code : 'EUNKNOWN'
  const isTransient = status === 0 ? !lasting.has(name) : status >= 400 && status < 500
  const scope = scopeOf({ status, command, isContentRead, isInvalid: name === 'EENVELOPE' })
  return new MailFailure({
    code: name,
    status,
    isTransient,
    scope,
    reply: typeof response === 'string' ? response : '',
  })
}

function scopeOf({
  status,
  command,
  isContentRead,
  isInvalid,
}: {
  status: number
  command: unknown
  isContentRead: boolean
  /** Whether an address cannot be sent to the server at all. */
  isInvalid: boolean
}): FailureScope {
  if (status === 0) return isContentRead ? 'unknown' : isInvalid ? 'message' : 'server'
  // 421: the server is closing, whatever it was asked.
  if (status === 421) return 'server'
  return command === 'RCPT TO' ? 'recipient' : command === 'DATA' ? 'message' : 'server'
}
