import { inSpan } from './in-span.ts'
import { mailAttempts } from './metrics.ts'

/** Counts an attempt to send a mail and makes a span of it: its kind and result, never its recipient or text. */
export async function observeMail(kind: string, send: () => Promise<void>): Promise<void> {
  let result = 'failed'
  try {
    await inSpan(`send mail ${kind}`, { kind: 'CLIENT', attributes: { 'companion.mail.kind': kind } }, send)
    result = 'sent'
  } finally {
    mailAttempts.inc({ kind, result })
  }
}
