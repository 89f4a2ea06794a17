const REPLY_MAX = 300

/** A mail to one user. The driver encodes all values, so that none can inject headers. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
  /** Without angle brackets; a random one by default. */
  messageId?: string
}

export interface Mailer {
  /** Where mails go, for the startup lines. */
  readonly name: string
  /** Sends a mail; throws MailFailure. */
  send(mail: Mail): Promise<void>
  /** Mails that are being sent are finished before, unless `force` is set: their connections are cut. */
  close(options?: { force: boolean }): void
}

/**
 * What a failure is about: the mail server as a whole, one recipient, one message; or nobody knows, because the
 * connection ended after the message had begun, and the server may have accepted it.
 */
export type FailureScope = 'server' | 'recipient' | 'message' | 'unknown'

/**
 * A failed attempt to send. Loggers see only the kind of failure: the mail server's message is in a private field,
 * because it repeats addresses, which logs must not have.
 */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** The code of nodemailer or the system, such as ECONNECTION. */
  readonly code: string
  /** The SMTP status, or 0. */
  readonly status: number
  /** Whether a retry may succeed. */
  readonly isTransient: boolean
  readonly scope: FailureScope
  readonly #reply: string

  constructor({
    code,
    status,
    isTransient,
    scope = 'server',
    reply = '',
  }: {
    code: string
    status: number
    isTransient: boolean
    scope?: FailureScope
    reply?: string
  }) {
    super('a mail was not taken')
    this.code = code
    this.status = status
    this.isTransient = isTransient
    this.scope = scope
    this.#reply = reply
  }
  /** What the mail server said, without addresses; its code when it said nothing. */
  get reply(): string {
    const said = this.#reply.replace(/\S+@\S+/g, '…').replace(/\s+/g, ' ')
    return (said.trim() || this.code).slice(0, REPLY_MAX)
  }
}
