import type { MailFailure } from '../../../providers/mail/mailer.ts'

/** How many equal refusals in a row are taken for a refusal of the sender. */
const MANY = 20

export interface EqualRefusals {
  /** Counts a refusal; true when it and the ones before it are probably about the sender, not about the recipients. */
  add(failure: MailFailure): boolean
  /** Begins anew, because the mail server has taken a mail. */
  clear(): void
}

/**
 * Counts refusals in a row that have the same SMTP status and the same status of RFC 3463. A daily limit, for example, is
 * said of each recipient, although it concerns the sender, so that no single reply tells.
 */
export function createEqualRefusals(): EqualRefusals {
  let latest = ''
  let count = 0
  return {
    add({ status, reply }) {
      const code = /^\d{3}[ -](5(?:\.\d{1,3}){2})(?![\d.])/.exec(reply)?.[1] ?? ''
      const key = `${status} ${code}`
      count = key === latest ? count + 1 : 1
      latest = key
      return count >= MANY
    },
    clear() {
      latest = ''
      count = 0
    },
  }
}
