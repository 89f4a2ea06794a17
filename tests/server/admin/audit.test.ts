import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { listAudit } from '#contract/endpoints/admin.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { makeAdmin } from '../../../scripts/admin/make-admin.ts'

const now = Date.parse('2026-02-03T04:05:06.789Z')

function view(db: Kysely<Database>, actor: number, subject: number): Promise<void> {
  const by = { id: actor, kind: 'provider' } as const
  return recordAudit(db, { actor: by, action: 'user.viewed', subject: { kind: 'user', id: subject }, now })
}

describeServerOnEachEngine('the audit log', (server) => {
  const db = () => server().dependencies.db
  const last = () => db().selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

  async function admin() {
    const user = await server().registerUser()
    await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
    return user
  }

  it('lists who did what to whom, newest first, in pages', async () => {
    const { access: token, user } = await admin()
    const subject = await insertTestUser(db())
    for (const plan of [1, 2]) {
      const details = { fields: ['price'], plan }
      const by = { id: user.id, kind: 'admin' } as const
      await recordAudit(db(), { actor: by, action: 'plan.changed', subject: { kind: 'plan', id: plan }, details, now })
    }
    await view(db(), user.id, subject)
    const all = await server().call(listAudit, { token })
    expect(all.results.slice(0, 2)).toEqual([
      {
        id: expect.any(Number),
        actor: user.id,
        actor_name: 'Ada Lovelace',
        actor_kind: 'provider',
        action: 'user.viewed',
        subject: String(subject),
        subject_kind: 'user',
        subject_name: 'Ada Byron',
        detail: {},
        created_at: '2026-02-03T04:05:06.789Z',
      },
      expect.objectContaining({ subject: '2', subject_kind: 'plan', detail: { fields: ['price'], plan: 2 } }),
    ])
    const second = await server().call(listAudit, { token, query: { page: 2, page_size: 1 } })
    expect(second).toEqual({ count: all.count, results: [all.results[1]] })
    expect((await server().call(listAudit, { token, query: { page: 999_999 } })).results).toEqual([])
  })

  it('is for admins only', async () => {
    const { access: token, user } = await server().registerUser()
    expect((await server().reply(listAudit, { token })).status).toBe(403)
    await db().updateTable('users').set({ is_provider: 1 }).where('id', '=', user.id).execute()
    expect((await server().reply(listAudit, { token })).status).toBe(403)
    expect((await server().reply(listAudit, {})).status).toBe(401)
  })

  it('records admin:create in the transaction that creates the admin', async () => {
    const email = `${crypto.randomUUID()}@example.org`
    for (const action of ['admin.made', 'admin.promoted'] as const) {
      await makeAdmin(db(), { email, password: 'a quiet evening' })
      const { id } = await db().selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
      expect(await last()).toMatchObject({ actor_id: null, actor_kind: 'operator', action, subject_id: id })
    }
  })

  it('has no entry for a transaction that was rolled back', async () => {
    const before = await last()
    const undone = db()
      .transaction()
      .execute(async (trx) => {
        await view(trx, await insertTestUser(trx), await insertTestUser(trx))
        throw new Error('no')
      })
    await expect(undone).rejects.toThrow('no')
    expect(await last()).toEqual(before)
  })

  it.each([
    ['changes', "update audit set action = 'user.deleted'"],
    ['another actor', 'update audit set actor_id = actor_id + 1'],
    ['another subject', 'update audit set subject_id = subject_id + 1'],
    ['clearing an actor that still exists', 'update audit set actor_id = null'],
    ['clearing a subject that still exists', 'update audit set subject_id = null'],
    ['clearing a plan', "update audit set subject_id = null where subject_kind = 'plan'"],
    ['deletions', 'delete from audit'],
  ])('rejects %s', async (_name, statement) => {
    const users = [await insertTestUser(db()), await insertTestUser(db())] as const
    await view(db(), ...users)
    const before = await db().selectFrom('audit').selectAll().execute()
    await expect(sql.raw(statement).execute(db())).rejects.toThrow('append-only')
    expect(await db().selectFrom('audit').selectAll().execute()).toEqual(before)
  })

  it('cannot be replaced or truncated as a whole either', async () => {
    const ways =
      server().engine === 'sqlite'
        ? [
            "insert or replace into audit select id, at, actor_id, actor_kind, 'x', subject_kind, subject_id, details from audit",
          ]
        : ['truncate audit', "insert into audit select * from audit on conflict (id) do update set action = 'x'"]
    for (const way of ways) await expect(sql.raw(way).execute(db()), way).rejects.toThrow('append-only')
  })

  it('keeps entries when a user is deleted, without the user’s id', async () => {
    const [gone, here] = [await insertTestUser(db()), await insertTestUser(db())]
    await view(db(), gone, here)
    const byThem = await last()
    await view(db(), here, gone)
    const toThem = await last()
    await db().deleteFrom('users').where('id', '=', gone).execute()
    const read = (id: number) => db().selectFrom('audit').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(await read(byThem.id)).toEqual({ ...byThem, actor_id: null })
    expect(await read(toThem.id)).toEqual({ ...toThem, subject_id: null })
    await view(db(), gone, gone)
    expect(await last()).toMatchObject({ actor_id: null, subject_id: null, action: 'user.viewed' })
  })
})
