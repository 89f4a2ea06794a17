import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * The hash chain of the audit: one row an entry, in the order of the chain (docs/decisions/107). Triggers make it
 * append-only; only the salts of a deleted user's digests are set to null, together with the id in the audit. It refers
 * to the audit by no foreign key, so that the removal of an entry leaves a row that shows it.
 */
export const auditChain = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, strict } = dialectOf(engine)
    const statements = [
      `create table audit_chain (
        position ${integer} primary key,
        audit_id ${integer} not null unique,
        actor_salt ${text},
        actor_digest ${text},
        subject_salt ${text},
        subject_digest ${text},
        hash ${text} not null
      ) ${strict}`,
      // For the list of the audit, filtered by kind of action and by time.
      'create index audit_by_action on audit (action, id)',
      'create index audit_by_time on audit (at)',
      ...(engine === 'sqlite' ? sqliteGuards : postgresGuards),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

const fixed = ['position', 'audit_id', 'actor_digest', 'subject_digest', 'hash']

const isForgotten = (who: 'actor' | 'subject') =>
  `(new.${who}_salt is null and exists (select 1 from audit where audit.id = old.audit_id and audit.${who}_id is null))`

const forget = (who: 'actor' | 'subject') =>
  `update audit_chain set ${who}_salt = null where audit_id = new.id and ${who}_salt is not null;`

const sqliteGuards = [
  `create trigger audit_chain_is_not_changed before update on audit_chain
    when ${fixed.map((column) => `new.${column} is not old.${column}`).join(' or ')}
      or not (new.actor_salt is old.actor_salt or ${isForgotten('actor')})
      or not (new.subject_salt is old.subject_salt or ${isForgotten('subject')})
    begin select raise(abort, 'the audit is append-only'); end`,
  `create trigger audit_chain_is_not_deleted before delete on audit_chain
    begin select raise(abort, 'the audit is append-only'); end`,
  // INSERT OR REPLACE deletes rows without firing the trigger above.
  `create trigger audit_chain_is_not_replaced before insert on audit_chain
    when exists (select 1 from audit_chain where position = new.position or audit_id = new.audit_id)
    begin select raise(abort, 'the audit is append-only'); end`,
  ...(['actor', 'subject'] as const).map(
    (who) => `create trigger audit_chain_forgets_${who} after update of ${who}_id on audit when new.${who}_id is null
      begin ${forget(who)} end`,
  ),
]

const postgresGuards = [
  `create function audit_chain_guard() returns trigger language plpgsql as $$
    begin
      if ${fixed.map((column) => `new.${column} is distinct from old.${column}`).join(' or ')}
        or not (new.actor_salt is not distinct from old.actor_salt or ${isForgotten('actor')})
        or not (new.subject_salt is not distinct from old.subject_salt or ${isForgotten('subject')})
      then raise exception 'the audit is append-only'; end if;
      return new;
    end $$`,
  `create function audit_chain_forget() returns trigger language plpgsql as $$
    begin
      if new.actor_id is null then ${forget('actor')} end if;
      if new.subject_id is null then ${forget('subject')} end if;
      return null;
    end $$`,
  'create trigger audit_chain_is_not_changed before update on audit_chain for each row execute function audit_chain_guard()',
  'create trigger audit_chain_is_not_deleted before delete or truncate on audit_chain execute function audit_refuse()',
  `create trigger audit_chain_forgets after update of actor_id, subject_id on audit
    for each row execute function audit_chain_forget()`,
]
