import type { Config } from '../../config/config.ts'
import { mailNotConfigured } from '../mails/mails.errors.ts'
import { postalAddressMissing } from './newsletter.errors.ts'
import { newsletterLacks } from './newsletter-lacks.ts'

/** Throws a conflict where the settings do not suffice to send an issue. */
export function requireSettings(config: Config): void {
  const lacks = newsletterLacks(config)
  if (lacks.includes('mail_server')) throw mailNotConfigured()
  if (lacks.includes('postal_address')) throw postalAddressMissing()
}
