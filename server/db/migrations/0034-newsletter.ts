import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/** Issues of the newsletter, who gets them, and what became of each mail (docs/decisions/100). */
export const newsletter = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, flag, bytes, id, strict, strictByKey } = dialectOf(engine)
    const statements = [
      `create table newsletter_issues (
        id ${id},
        slug ${text} unique,
        status ${text} not null check (status in ('draft', 'scheduled', 'sending', 'paused', 'stopped', 'sent')),
        revision ${integer} not null,
        send_other_language ${flag} not null check (send_other_language in (0, 1)),
        created_by ${integer} references users (id) on delete set null,
        scheduled_at ${text},
        started_at ${text},
        sent_at ${text},
        owner ${text},
        lease_expires_at ${text},
        outage ${text},
        outage_since ${text},
        created_at ${text} not null,
        updated_at ${text} not null
      ) ${strict}`,
      'create index newsletter_issues_by_creator on newsletter_issues (created_by)',
      'create index newsletter_issues_by_status on newsletter_issues (status, scheduled_at)',
      `create table newsletter_versions (
        issue_id ${integer} not null references newsletter_issues (id) on delete cascade,
        language ${text} not null check (language in ('en', 'es')),
        subject ${text} not null,
        preview ${text} not null,
        body ${text} not null,
        updated_at ${text} not null,
        primary key (issue_id, language)
      ) ${strictByKey}`,
      `create table newsletter_images (
        name ${text} primary key,
        issue_id ${integer} not null references newsletter_issues (id) on delete cascade,
        content ${bytes} not null,
        content_type ${text} not null,
        created_at ${text} not null
      ) ${strict}`,
      'create index newsletter_images_by_issue on newsletter_images (issue_id)',
      `create table newsletter_subscribers (
        id ${id},
        email ${text} not null unique,
        language ${text} not null check (language in ('en', 'es')),
        created_at ${text} not null,
        confirmed_at ${text},
        bounced_at ${text}
      ) ${strict}`,
      'create index newsletter_subscribers_unconfirmed on newsletter_subscribers (created_at) where confirmed_at is null',
      // Without the address: it is that of the account or of the subscriber, and goes with it.
      `create table newsletter_deliveries (
        id ${id},
        issue_id ${integer} not null references newsletter_issues (id) on delete cascade,
        user_id ${integer} references users (id) on delete set null,
        subscriber_id ${integer} references newsletter_subscribers (id) on delete set null,
        language ${text} not null check (language in ('en', 'es')),
        status ${text} not null check (status in ('queued', 'sending', 'sent', 'refused', 'bounced', 'in_doubt', 'skipped')),
        message_id ${text} not null unique,
        attempts ${integer} not null,
        next_attempt_at ${text} not null,
        owner ${text},
        reply ${text},
        sent_at ${text},
        unsubscribed_at ${text}
      ) ${strict}`,
      'create unique index newsletter_deliveries_by_user on newsletter_deliveries (user_id, issue_id)',
      'create unique index newsletter_deliveries_by_subscriber on newsletter_deliveries (subscriber_id, issue_id)',
      'create index newsletter_deliveries_due on newsletter_deliveries (issue_id, status, next_attempt_at, id)',
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})
