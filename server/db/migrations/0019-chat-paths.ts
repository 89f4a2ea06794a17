import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../database.ts'
import { dialectOf } from './dialect.ts'

/**
 * The tree of a chat's questions, and the path through it that is current (decision 082). The parent of a question is
 * the newest earlier question that no edit had replaced by the time the question was added.
 */
export const chatPaths = (engine: Engine): Migration => ({
  async up(db: Kysely<never>) {
    const { text } = dialectOf(engine)
    const statements = [
      `alter table messages add column parent ${text}`,
      `alter table chats add column path ${text}`,
      `alter table chats add column versions ${text} not null default '[]'`,
      `update messages set parent = (
        select p.id from messages as p
        where p.user_id = messages.user_id and p.chat_id = messages.chat_id and p.role = 'user' and p.seq < messages.seq
          and not exists (
            select 1 from messages as s
            where s.user_id = p.user_id and s.id = p.superseded_by and s.seq <= messages.seq
          )
        order by p.seq desc limit 1
      ) where role = 'user'`,
    ]
    for (const statement of statements) await sql.raw(statement).execute(db)
    // The new time makes devices reload chats with branches; without branches the order shows the parents.
    const now = new Date().toISOString()
    const branched = sql`select b.chat_id from messages as b
      where b.user_id = messages.user_id and b.chat_id = messages.chat_id and b.superseded_by is not null`
    await sql`update messages set updated_at = ${now} where updated_at < ${now} and exists (${branched})`.execute(db)
    await sql`update chats set updated_at = ${now} where updated_at < ${now} and exists (
      select 1 from messages as b
      where b.user_id = chats.user_id and b.chat_id = chats.id and b.superseded_by is not null
    )`.execute(db)
  },
})
