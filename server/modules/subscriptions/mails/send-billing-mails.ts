import type { Dependencies } from '../../../dependencies.ts'
import type { BillingDeps } from '../billing.deps.ts'
import {
  dropMail,
  giveUpMails,
  sendsMails,
  settleMail,
  startSending,
  takeDueMails,
} from './billing-mails.repository.ts'
import { recordDueMails } from './record-due.ts'
import { writeMail } from './write-mail.ts'

/**
 * Sends the mails about money that are due. Each is written when its turn comes, from the rows of that moment, and is
 * marked before the mail server gets it: a process that ends in between never sends it a second time.
 */
export async function sendBillingMails(deps: BillingDeps & Pick<Dependencies, 'mails'>): Promise<void> {
  const { db, now, config, mails } = deps
  await giveUpMails(db, now())
  if (!sendsMails(config)) return
  await recordDueMails(deps)
  for (const { id, kind } of await takeDueMails(db, now())) {
    const write = async () => {
      const mail = await writeMail(deps, id)
      if (mail === undefined) await dropMail(db, id)
      return mail !== undefined && (await startSending(db, id, now())) ? mail : undefined
    }
    mails.post(kind.replaceAll('_', ' '), write, (outcome) => settleMail(db, id, { outcome, now: now() }))
  }
}
