/** A mail to one user. Nothing in it is taken for mail syntax: the driver encodes what stands here. */
export interface Mail {
  /** One address. */
  to: string
  subject: string
  text: string
  html: string
  headers?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** For the welcome lines: where mails go. */
  readonly name: string
  /** Hands a mail over; throws MailFailure. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** Says what kind of failure it was and nothing more: a mail server's own words repeat addresses. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  /** nodemailer's or the system's, such as ECONNECTION. */
  readonly code: string
  /** SMTP's, 0 without one. */
  readonly status: number
  /** Whether the same mail may be taken later. */
  readonly isTransient: boolean

  constructor({ code, status, isTransient }: { code: string; status: number; isTransient: boolean }) {
    super('a mail was not taken')
    this.code = code
    this.status = status
    this.isTransient = isTransient
  }
}
