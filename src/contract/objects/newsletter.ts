import * as v from 'valibot'
import { NEWSLETTER_PREVIEW_MAX, NEWSLETTER_SUBJECT_MAX, NEWSLETTER_TEXT_MAX } from '../limits.ts'
import { Count, Email, Id, Language, says, Timestamp } from '../primitives.ts'

const issueStatuses = ['draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent'] as const
export const IssueStatus = v.picklist(issueStatuses, says('invalid'))
export type IssueStatus = v.InferOutput<typeof IssueStatus>

/**
 * What became of one mail. `in_doubt`: the process ended between the mail server's acceptance and the note of it.
 * `skipped`: the recipient unsubscribed or was deleted before.
 */
const deliveryStatuses = ['queued', 'sending', 'sent', 'refused', 'bounced', 'in_doubt', 'skipped'] as const
export const DeliveryStatus = v.picklist(deliveryStatuses, says('invalid'))
export type DeliveryStatus = v.InferOutput<typeof DeliveryStatus>

const text = (max: number) => v.pipe(v.string(says('invalid')), v.maxLength(max, says('too_long')))

/** The texts of an issue in one language. All may be empty in a draft. */
export const IssueVersion = v.object({
  subject: text(NEWSLETTER_SUBJECT_MAX),
  /** What mail programs show beside the subject. */
  preview: text(NEWSLETTER_PREVIEW_MAX),
  /** Markdown. */
  body: text(NEWSLETTER_TEXT_MAX),
})
export type IssueVersion = v.InferOutput<typeof IssueVersion>

/** Null: there is no version in that language. */
const IssueVersions = v.object({ en: v.nullable(IssueVersion), es: v.nullable(IssueVersion) })

export const IssueInput = v.object({
  /** The revision of the issue that the change is based on. */
  revision: v.pipe(v.number(says('invalid')), v.safeInteger(says('invalid')), v.minValue(1, says('invalid'))),
  /** Whether who has no version in their language gets the other one. */
  send_other_language: v.boolean(says('invalid')),
  versions: IssueVersions,
})
export type IssueInput = v.InferOutput<typeof IssueInput>

const issueFields = {
  id: Id,
  /** The last part of its public address; null until it is scheduled. */
  slug: v.nullable(v.string()),
  status: IssueStatus,
  revision: Count,
  scheduled_at: v.nullable(Timestamp),
  started_at: v.nullable(Timestamp),
  sent_at: v.nullable(Timestamp),
  updated_at: Timestamp,
  /** How many mails have each status, and after how many the reader unsubscribed. */
  counts: v.object({
    queued: Count,
    sending: Count,
    sent: Count,
    refused: Count,
    bounced: Count,
    in_doubt: Count,
    skipped: Count,
    unsubscribed: Count,
  }),
  /** Why the mail server takes nothing at all, and since when; null while it works. */
  outage: v.nullable(v.object({ reply: v.string(), since: Timestamp })),
}

/** An issue in the list. */
export const ListedIssue = v.object({
  ...issueFields,
  /** Of its first version that has one; empty without. */
  subject: v.string(),
  languages: v.array(Language),
})
export type ListedIssue = v.InferOutput<typeof ListedIssue>

export const Issue = v.object({
  ...issueFields,
  send_other_language: v.boolean(),
  versions: IssueVersions,
  /** Who would get it now, by the language of the reader. */
  recipients: v.object({ en: Count, es: Count }),
  /** How often its links were followed by readers who agreed to the count, and how many those are; nobody is named. */
  clicks: v.object({ readers: Count, links: v.array(v.object({ url: v.string(), clicks: Count })) }),
  /** An address of this server that shows the stored texts, for some hours. */
  preview_url: v.string(),
})
export type Issue = v.InferOutput<typeof Issue>

/** What sending lacks: a mail server, or the postal address of the sender. */
export const newsletterGaps = ['mail_server', 'postal_address'] as const

/** The `reply` of a mail whose stored address is not a valid one, so that no mail server was asked. */
export const INVALID_ADDRESS = 'EENVELOPE'

/** A mail that did not arrive, or of which it is not known whether it arrived. */
export const Delivery = v.object({
  id: Id,
  /** Null once the account or the subscriber was deleted. */
  email: v.nullable(v.string()),
  language: Language,
  status: DeliveryStatus,
  /** What the mail server said. */
  reply: v.nullable(v.string()),
  attempts: Count,
})
export type Delivery = v.InferOutput<typeof Delivery>

/** A request for the newsletter; the form of the archive has the same fields. */
export const SubscriptionInput = v.object({ email: Email, language: Language })

/** Recipients with an account, whose choice is in it, or addresses without one. */
export const RecipientKind = v.picklist(['account', 'address'], says('invalid'))
export type RecipientKind = v.InferOutput<typeof RecipientKind>

/** The filter of the recipients. */
export const RecipientSelection = v.object({ kind: v.optional(RecipientKind), language: v.optional(Language) })
export type RecipientSelection = v.InferOutput<typeof RecipientSelection>
