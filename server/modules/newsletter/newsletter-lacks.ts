import type { newsletterGaps } from '#contract/objects/newsletter.ts'
import type { Config } from '../../config/config.ts'

/** What sending lacks in the settings: nothing promises a newsletter while there is something. */
export function newsletterLacks({ mail, newsletter }: Pick<Config, 'mail' | 'newsletter'>) {
  const lacks: (typeof newsletterGaps)[number][] = []
  if (mail.smtpUrl === null) lacks.push('mail_server')
  if (newsletter.address === null) lacks.push('postal_address')
  return lacks
}
