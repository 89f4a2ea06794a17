import type { Generated } from 'kysely'
import type { DeliveryStatus, IssueStatus } from '#contract/objects/newsletter.ts'
import type { Language } from '#contract/primitives.ts'
import type { Fixed, Flag, Time } from './columns.ts'

export interface NewsletterTables {
  newsletter_issues: NewsletterIssuesTable
  newsletter_versions: NewsletterVersionsTable
  newsletter_images: NewsletterImagesTable
  newsletter_subscribers: NewsletterSubscribersTable
  newsletter_deliveries: NewsletterDeliveriesTable
  newsletter_links: NewsletterLinksTable
}

interface NewsletterIssuesTable {
  id: Generated<number>
  /** The last part of its public address, which it gets when it is scheduled; null before. */
  slug: string | null
  status: IssueStatus
  /** Grows with each change of its texts; a change names the one that it is based on (optimistic locking). */
  revision: number
  /** Whether who has no version in their language gets the other one. */
  send_other_language: Flag
  created_by: number | null
  scheduled_at: Time | null
  /** When its first mail was due: from then on its page is public and its texts are fixed. */
  started_at: Time | null
  /** When nothing was left to send. */
  sent_at: Time | null
  /** The process that sends it, until its lease ends. */
  owner: string | null
  lease_expires_at: Time | null
  /** Why the mail server takes nothing at all, and since when; null while it works. */
  outage: string | null
  outage_since: Time | null
  created_at: Fixed<Time>
  updated_at: Time
}

interface NewsletterVersionsTable {
  issue_id: Fixed<number>
  language: Fixed<Language>
  subject: string
  /** What mail programs show beside the subject. */
  preview: string
  /** Markdown. */
  body: string
  updated_at: Time
}

interface NewsletterImagesTable {
  /** Random: the last part of its public address. */
  name: Fixed<string>
  issue_id: Fixed<number>
  content: Fixed<Uint8Array>
  content_type: Fixed<string>
  created_at: Fixed<Time>
}

/** Addresses without an account that asked for the newsletter. */
interface NewsletterSubscribersTable {
  id: Generated<number>
  /** In lower case. */
  email: Fixed<string>
  language: Language
  created_at: Time
  /** When the mailed link was opened; null: nothing else is sent to it. */
  confirmed_at: Time | null
  /** When the mail server said that there is no such address; null otherwise. */
  bounced_at: Time | null
  /** When its owner agreed that clicks on links are counted; null: they are not. */
  clicks_agreed_at: Time | null
}

/**
 * One mail of an issue. Both ids are null once the account or the subscriber was deleted. A mail of a subscriber whose
 * address an account has confirmed is the account's from then on.
 */
interface NewsletterDeliveriesTable {
  id: Generated<number>
  issue_id: Fixed<number>
  user_id: number | null
  subscriber_id: number | null
  /** The language of the version that is sent. */
  language: Fixed<Language>
  status: DeliveryStatus
  /** The Message-ID, which is the same for every attempt. It names the account or the subscriber of the beginning. */
  message_id: Fixed<string>
  attempts: number
  next_attempt_at: Time
  /** The process that opened the SMTP transaction. */
  owner: string | null
  /** What the mail server said when it did not take the mail, without addresses. */
  reply: string | null
  sent_at: Time | null
  unsubscribed_at: Time | null
  /** Whether clicks on its links are counted, because the reader had agreed when it was sent. */
  counts_clicks: Generated<Flag>
}

/** A link of an issue, and how often readers who agreed have followed it. Who did is stored nowhere. */
interface NewsletterLinksTable {
  id: Generated<number>
  issue_id: Fixed<number>
  /** Its place in the texts, from 0. */
  number: Fixed<number>
  url: Fixed<string>
  clicks: number
}
