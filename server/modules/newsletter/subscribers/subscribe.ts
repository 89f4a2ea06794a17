import type { BodyOf } from '#contract/endpoint.ts'
import type { subscribeToNewsletter } from '#contract/endpoints/newsletter/reading.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import type { RateLimiter } from '../../../limits/rate-limiter.ts'
import { findUserByEmail } from '../../accounts/accounts.repository.ts'
import { accountKey } from '../../accounts/sessions/counter-key.ts'
import { newsletterLacks } from '../newsletter-lacks.ts'
import { subscriberAddressUrl } from './address-links.ts'
import { storeSubscriber } from './subscribers.repository.ts'
import { newsletterOff } from './subscription.errors.ts'
import { renderSubscriptionMail } from './subscription-mail.ts'

export type SubscribeDeps = Pick<Dependencies, 'config' | 'db' | 'mails' | 'now'> & {
  limiter: Pick<RateLimiter, 'tryTake'>
}

/**
 * Mails the address a link to the page where its owner confirms; nothing else is sent to it before. Whatever depends on
 * what is known about the address happens after the response, and an address that got its mails of the day gets no
 * further one, so that neither answer nor time says whether an address is known. Throws `not_found` where no newsletter
 * can be sent.
 */
export async function subscribe(
  { config, db, mails, now, limiter }: SubscribeDeps,
  { email, language }: BodyOf<typeof subscribeToNewsletter>,
): Promise<void> {
  if (newsletterLacks(config).length > 0) throw newsletterOff()
  if (!(await limiter.tryTake('subscribeAddress', accountKey(email)))) return
  mails.post('newsletter subscription', async () => {
    const user = await findUserByEmail(db, email)
    // An account with a confirmed address subscribes in its settings, to which the mail links. An account with an unconfirmed address may be a stranger's.
    if (user?.email_verified === 1) {
      const url = `${config.publicUrl}/settings?section=general`
      return renderSubscriptionMail({ email, language, url, kind: 'account' })
    }
    const subscriber = await storeSubscriber(db, email, language, isoTime(now()))
    const { confirmed_at, bounced_at } = subscriber
    const confirmedKind = bounced_at === null ? 'reader' : 'bounced'
    const url = subscriberAddressUrl(config, subscriber.id, subscriber.language)
    const kind = confirmed_at === null ? 'new' : confirmedKind
    return renderSubscriptionMail({ email, language: subscriber.language, url, kind })
  })
}
