import type { SendMailOptions } from 'nodemailer'
import type { Mail } from './mailer.ts'

/** As nodemailer wants it. The address goes in as an object, so that it is never read as a list of addresses. */
export function compose(from: string, { to, subject, text, html, headers = {} }: Mail): SendMailOptions {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    // RFC 3834: no holiday notices back, please.
    headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
