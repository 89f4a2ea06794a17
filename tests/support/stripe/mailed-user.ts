import { changePlan, previewPlanChange, resumeSubscription } from '#contract/endpoints/billing.ts'
import { cancelSubscription } from '#contract/endpoints/subscriptions.ts'
import { writeMail } from '#server/modules/subscriptions/mails/write-mail.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import type { MailServer } from '../fakes/mail-server.ts'
import type { TestServer } from '../servers/test-server.ts'
import type { createLongLivedUser } from './payments.ts'

/** The settings of a server that sends mails. */
export const mailSettings = ({ url }: MailServer) => ({
  SMTP_URL: url,
  MAIL_FROM: 'Companion <hello@companion.example.org>',
  PUBLIC_URL: 'http://c.localhost',
})

/** Runs the billing job once, and waits until its mails are sent. */
export async function runBillingJob(server: TestServer): Promise<void> {
  await createBillingJob(server.dependencies).runOnce()
  await server.dependencies.mails.settled()
}

/** Finds the mails that the mail server has received, by address. */
export function createMailbox(post: MailServer) {
  const mailsTo = (email: string) => post.mails.filter(({ recipients }) => recipients.includes(email))
  const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject)
  const newestTo = (email: string) => {
    const mail = mailsTo(email).at(-1)
    if (mail === undefined) throw new Error(`no mail has come to ${email}`)
    return mail
  }
  return { mailsTo, subjectsTo, newestTo }
}

/** A user with the calls that change a subscription. */
export async function withCalls<
  U extends Pick<Awaited<ReturnType<typeof createLongLivedUser>>, 'id' | 'token' | 'subscriptions'>,
>(server: TestServer, user: U) {
  const newest = async () => {
    const [subscription] = await user.subscriptions()
    if (subscription === undefined) throw new Error('nothing was bought')
    return subscription
  }
  const onNewest = async (call: typeof cancelSubscription | typeof resumeSubscription) =>
    server.call(call, { token: await user.token(), body: { subscription_id: (await newest()).id } })
  const { db } = server.dependencies
  const speak = (language: 'en' | 'es') => db.updateTable('users').set({ language }).where('id', '=', user.id).execute()
  const rows = () => db.selectFrom('billing_mails').selectAll().where('user_id', '=', user.id).orderBy('id').execute()
  return {
    ...user,
    ...{ newest, speak, rows },
    cancel: () => onNewest(cancelSubscription),
    resume: () => onNewest(resumeSubscription),
    async change(plan_id: number) {
      const [token, body] = [await user.token(), { subscription_id: (await newest()).id, plan_id }]
      const { due_now, quoted_at } = await server.call(previewPlanChange, { token, body })
      return server.call(changePlan, { token, body: { ...body, due_now, quoted_at } })
    },
    /** A trial begins only with a confirmed address where mails are sent. */
    confirmEmail: () => db.updateTable('users').set({ email_verified: 1 }).where('id', '=', user.id).execute(),
    /** The newest mail as it would be written now in a language: its subject, its details and its links. */
    async write(language: 'en' | 'es') {
      const id = (await rows()).at(-1)?.id
      await speak(language)
      const mail = id === undefined ? undefined : await writeMail(server.dependencies, id)
      if (mail?.text === undefined) throw new Error('there is no mail to write')
      const text = mail.text.replaceAll('\u00a0', ' ')
      const details = text
        .split('\n')
        .slice(1)
        .filter((line) => /^[^:.,]+: \S/.test(line))
      const links = [text, mail.html].flatMap((part) => part?.match(/https?:[^\s"<]+/g) ?? [])
      return { subject: mail.subject.replaceAll('\u00a0', ' '), details, links: [...new Set(links)] }
    },
  }
}
