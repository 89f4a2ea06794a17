import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'

/** The message for nodemailer. The recipient is an object, so that it is not parsed as a list of addresses. */
export function compose(from: string, { to, subject, text, html, headers = {}, messageId }: Mail): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(messageId !== undefined && { messageId: `<${messageId}>` }),
    // RFC 3834: suppresses automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
