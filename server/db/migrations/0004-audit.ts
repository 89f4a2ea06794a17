import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * The log of what admins and providers did. Triggers make it append-only, so that a bug cannot rewrite it; only the ids
 * of a deleted user are set to null, by another trigger (decision 021).
 */
export const audit = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text, integer, id, strict } = dialectOf(engine)
    const statements = [
      `create table audit (
        id ${id},
        at ${text} not null,
        actor_id ${integer},
        actor_kind ${text} not null check (actor_kind in ('admin', 'provider', 'operator')),
        action ${text} not null,
        subject_kind ${text} check (subject_kind in ('user', 'plan', 'subscription')),
        subject_id ${integer},
        details ${text} not null
      ) ${strict}`,
      'create index audit_by_actor on audit (actor_id) where actor_id is not null',
      'create index audit_by_subject on audit (subject_kind, subject_id) where subject_id is not null',
      ...(engine === 'sqlite' ? sqliteGuards : postgresGuards),
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
  },
})

/** Every column except the two that a trigger may set to null. */
const kept = ['id', 'at', 'actor_kind', 'action', 'subject_kind', 'details']

const isGone = (column: string) =>
  `(new.${column} is null and not exists (select 1 from users where users.id = old.${column}))`

/** An entry that is written after its user was deleted, such as `user.deleted`, has no user id either. */
const unknown = {
  actor: 'actor_id is not null and not exists (select 1 from users where users.id = new.actor_id)',
  subject: "subject_kind = 'user' and not exists (select 1 from users where users.id = new.subject_id)",
}

const forget = [
  'update audit set actor_id = null where actor_id = old.id;',
  "update audit set subject_id = null where subject_kind = 'user' and subject_id = old.id;",
].join(' ')

const sqliteGuards = [
  `create trigger audit_is_not_changed before update on audit
    when ${kept.map((column) => `new.${column} is not old.${column}`).join(' or ')}
      or not (new.actor_id is old.actor_id or ${isGone('actor_id')})
      or not (new.subject_id is old.subject_id or (old.subject_kind = 'user' and ${isGone('subject_id')}))
    begin select raise(abort, 'the audit is append-only'); end`,
  `create trigger audit_is_not_deleted before delete on audit
    begin select raise(abort, 'the audit is append-only'); end`,
  // INSERT OR REPLACE deletes rows without firing the trigger above.
  `create trigger audit_is_not_replaced before insert on audit when exists (select 1 from audit where id = new.id)
    begin select raise(abort, 'the audit is append-only'); end`,
  `create trigger audit_knows_the_living after insert on audit begin
      update audit set actor_id = null where id = new.id and ${unknown.actor};
      update audit set subject_id = null where id = new.id and subject_id is not null and ${unknown.subject};
    end`,
  `create trigger audit_forgets_a_person after delete on users begin ${forget} end`,
]

const postgresGuards = [
  `create function audit_refuse() returns trigger language plpgsql as $$
    begin raise exception 'the audit is append-only'; end $$`,
  `create function audit_guard() returns trigger language plpgsql as $$
    begin
      if ${kept.map((column) => `new.${column} is distinct from old.${column}`).join(' or ')}
        or not (new.actor_id is not distinct from old.actor_id or ${isGone('actor_id')})
        or not (new.subject_id is not distinct from old.subject_id
          or (old.subject_kind = 'user' and ${isGone('subject_id')}))
      then raise exception 'the audit is append-only'; end if;
      return new;
    end $$`,
  `create function audit_clean() returns trigger language plpgsql as $$
    begin
      -- Waits for a deletion that is under way, which could not see this line.
      perform 1 from users where id = new.actor_id for key share;
      if not found then new.actor_id := null; end if;
      if new.subject_kind = 'user' then
        perform 1 from users where id = new.subject_id for key share;
        if not found then new.subject_id := null; end if;
      end if;
      return new;
    end $$`,
  `create function audit_forget() returns trigger language plpgsql as $$ begin ${forget} return null; end $$`,
  'create trigger audit_is_not_changed before update on audit for each row execute function audit_guard()',
  'create trigger audit_is_not_deleted before delete or truncate on audit execute function audit_refuse()',
  'create trigger audit_knows_the_living before insert on audit for each row execute function audit_clean()',
  'create trigger audit_forgets_a_person after delete on users for each row execute function audit_forget()',
]
