/** A mail to one user. The driver encodes all values, so that none can inject headers. */
export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Where mails go, for the startup lines. */
  readonly name: string
  /** Sends a mail; throws MailFailure. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Contains only the kind of failure, because a mail server's messages repeat addresses. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** The code of nodemailer or the system, such as ECONNECTION. */
  readonly code: string
  /** The SMTP status, or 0. */
  readonly status: number
  /** Whether a retry may succeed. */
  readonly isTransient: boolean

  constructor({ code, status, isTransient }: { code: string; status: number; isTransient: boolean }) {
    super('a mail was not taken')
    this.code = code
    this.status = status
    this.isTransient = isTransient
  }
}
