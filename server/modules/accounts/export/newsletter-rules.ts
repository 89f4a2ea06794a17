import type { Database } from '../../../db/schema/schema.ts'
import type { NewsletterTables } from '../../../db/schema/schema-newsletter.ts'
import { type ExportedTable, namedAbove, ofUser } from './rule-types.ts'

type Silent = Exclude<keyof NewsletterTables, 'newsletter_deliveries'>

export const newsletterRules: {
  newsletter_deliveries: ExportedTable<keyof Database['newsletter_deliveries'] & string>
} & { [T in Silent]: { leftOut: string } } = {
  newsletter_deliveries: {
    as: 'newsletter_mails',
    own: ofUser,
    key: ['issue_id'],
    columns: {
      id: { leftOut: 'tells how many mails there are of others' },
      issue_id: 'value',
      user_id: namedAbove,
      subscriber_id: { leftOut: 'of mails to addresses without an account' },
      language: 'value',
      status: 'value',
      message_id: 'value',
      attempts: 'value',
      next_attempt_at: { leftOut: 'when a mail that was not taken is offered again' },
      owner: { leftOut: 'which process of the server sends it' },
      reply: 'value',
      sent_at: 'value',
      unsubscribed_at: 'value',
      counts_clicks: 'flag',
    },
  },
  newsletter_issues: { leftOut: 'issues that are sent to all readers, not about the person' },
  newsletter_versions: { leftOut: 'texts of issues, which are public' },
  newsletter_images: { leftOut: 'pictures of issues, which are public' },
  newsletter_links: { leftOut: 'counts of clicks, which name nobody' },
  newsletter_subscribers: { leftOut: 'addresses without an account' },
}
