import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Kysely, sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { checkAudit, deleteUser, exportAudit, listAudit } from '#contract/endpoints/admin.ts'
import type { Database } from '#server/db/schema/schema.ts'
import type { AuditAction } from '#server/lib/audit-actions.ts'
import { appendMissing } from '#server/modules/audit/chain/append-to-chain.ts'
import { verifyChain } from '#server/modules/audit/chain/verify-chain.ts'
import { recordAudit } from '#server/modules/audit/use-cases/record-audit.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { describeOnEachEngine } from '#support/database/test-database.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const run = promisify(execFile)
const now = Date.parse('2026-02-03T04:05:06.789Z')

function act(db: Kysely<Database>, actor: number, subject: number, action: AuditAction = 'user.viewed', at = now) {
  return recordAudit(db, {
    actor: { id: actor, kind: 'admin' },
    action,
    subject: { kind: 'user', id: subject },
    now: at,
  })
}

describeServerOnEachEngine('the hash chain of the audit log', (server) => {
  const db = () => server().dependencies.db

  it('is intact after entries of users, plans and of nothing', async () => {
    const [actor, subject] = [await insertTestUser(db()), await insertTestUser(db())]
    await act(db(), actor, subject)
    await recordAudit(db(), {
      actor: { id: null, kind: 'operator' },
      action: 'plan.changed',
      details: { plan: 1 },
      now,
    })
    const { n } = await db()
      .selectFrom('audit')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    expect(await verifyChain(db())).toMatchObject({ checked: n, broken: null, unchained: 0, last: { position: n } })
  })

  it('is one chain when many transactions write at once', async () => {
    const users = [await insertTestUser(db()), await insertTestUser(db()), await insertTestUser(db())]
    const before = (await verifyChain(db())).checked
    await Promise.all(Array.from({ length: 60 }, (_, n) => act(db(), users[n % 3] ?? 0, users[(n + 1) % 3] ?? 0)))
    expect(await verifyChain(db())).toMatchObject({ checked: before + 60, broken: null })
  })

  it('is intact when an entry is added while the check reads its end', async () => {
    const user = await insertTestUser(db())
    await act(db(), user, user)
    const { checked } = await verifyChain(db())
    let isAdded = false
    const busy = db().withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (result.rows.length === 0 && !isAdded) {
          isAdded = true
          await act(db(), user, user)
        }
        return result
      },
    })
    expect(await verifyChain(busy)).toMatchObject({ checked, broken: null })
    expect(await verifyChain(db())).toMatchObject({ checked: checked + 1, broken: null })
  })

  it('leaves out the entry of a transaction that was rolled back', async () => {
    const user = await insertTestUser(db())
    await act(db(), user, user)
    const { checked } = await verifyChain(db())
    const undone = db()
      .transaction()
      .execute(async (trx) => {
        await act(trx, user, user)
        throw new Error('no')
      })
    await expect(undone).rejects.toThrow('no')
    await act(db(), user, user)
    expect(await verifyChain(db())).toMatchObject({ checked: checked + 1, broken: null })
  })

  it('stays intact when the data of a user is erased, and no longer tells which id it was', async () => {
    const [gone, here] = [await insertTestUser(db()), await insertTestUser(db())]
    await act(db(), gone, here)
    await act(db(), here, gone)
    const links = () => db().selectFrom('audit_chain').selectAll().orderBy('position', 'desc').limit(2).execute()
    const [before] = await links()
    expect(before?.subject_salt).toMatch(/^[0-9a-f]{32}$/)
    await db().deleteFrom('users').where('id', '=', gone).execute()
    expect(await links()).toMatchObject([
      { subject_salt: null, subject_digest: before?.subject_digest, actor_salt: expect.any(String) },
      { actor_salt: null, actor_digest: expect.any(String), subject_salt: expect.any(String) },
    ])
    expect((await verifyChain(db())).broken).toBeNull()
  })

  it('stays intact when an admin deletes users while others are looked at', async () => {
    const admin = await server().registerUser()
    await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.user.id).execute()
    const { access: token } = admin
    const victims = await Promise.all(Array.from({ length: 6 }, () => insertTestUser(db())))
    await Promise.all([
      ...victims.map((id) => server().reply(deleteUser, { token, params: { id } })),
      ...victims.flatMap((id) => [act(db(), admin.user.id, id), act(db(), admin.user.id, id)]),
    ])
    const left = await db().selectFrom('users').select('id').where('id', 'in', victims).execute()
    expect(left).toEqual([])
    expect((await verifyChain(db())).broken).toBeNull()
  })

  it('takes in the entries of an older version, also of a user who was deleted since', async () => {
    const user = await insertTestUser(db())
    const old = { at: '2026-01-01T00:00:00.000Z', actor_kind: 'admin', action: 'plan.changed', details: '{}' } as const
    const { checked } = await verifyChain(db())
    for (const actor_id of [user, user, null])
      await db()
        .insertInto('audit')
        .values({ ...old, actor_id })
        .execute()
    expect(await verifyChain(db())).toMatchObject({ checked, unchained: 3 })
    await db().deleteFrom('users').where('id', '=', user).execute()
    expect(await appendMissing(db())).toBe(3)
    expect(await verifyChain(db())).toMatchObject({ checked: checked + 3, unchained: 0, broken: null })
  })

  it.each([
    'update audit_chain set hash = audit_id',
    'update audit_chain set actor_salt = null where actor_salt is not null',
    'delete from audit_chain',
  ])('rejects %s', async (statement) => {
    const user = await insertTestUser(db())
    await act(db(), user, user)
    await expect(sql.raw(statement).execute(db())).rejects.toThrow('append-only')
  })

  it('is for admins only, and exported with the entries', async () => {
    const { access: token, user } = await server().registerUser()
    expect((await server().reply(checkAudit, { token })).status).toBe(403)
    expect((await server().reply(exportAudit, { token })).status).toBe(403)
    await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
    await act(db(), user.id, user.id)
    const csv = (await server().reply(exportAudit, { token, query: { user_id: user.id } })).text
    const { last } = await server().call(checkAudit, { token })
    const [head, line, own] = csv.replace('\uFEFF', '').split('\r\n')
    expect(head).toBe('position,id,at,actor_kind,actor_id,actor,action,subject_kind,subject_id,subject,details,hash')
    expect(line).toContain(`,2026-02-03T04:05:06.789Z,admin,${user.id},Ada Lovelace,user.viewed,user,${user.id},`)
    expect(own).toContain(`audit.exported,,,,{},${last?.hash}`)
  })

  it('has filters by kind, admin, time and the name of a user', async () => {
    const { access: token, user } = await server().registerUser()
    await db().updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
    const [other, named] = [await insertTestUser(db()), await server().registerUser()]
    await act(db(), user.id, named.user.id, 'user.changed', Date.parse('2031-05-01T10:00:00Z'))
    await act(db(), user.id, other, 'subscription.granted', Date.parse('2031-05-02T10:00:00Z'))
    await act(db(), other, named.user.id, 'user.changed', Date.parse('2031-05-03T10:00:00Z'))
    await act(db(), user.id, other, 'legal.published', Date.parse('2031-06-01T10:00:00Z'))
    const [from, until] = ['2031-05-01T00:00:00Z', '2031-06-01T00:00:00Z']
    const days = async (query: object) =>
      (await server().call(listAudit, { token, query: { from, until, ...query } as never })).results.map(
        ({ created_at }) => created_at.slice(8, 10),
      )
    expect(await days({})).toEqual(['03', '02', '01'])
    expect(await days({ until: '2031-05-03T10:00:00Z' })).toEqual(['02', '01'])
    expect(await days({ kind: 'payments' })).toEqual(['02'])
    expect(await days({ kind: 'accounts', until: undefined })).toEqual(['03', '01'])
    expect(await days({ kind: 'legal', until: undefined })).toEqual(['01'])
    expect(await days({ actor: other })).toEqual(['03'])
    expect(await days({ user_id: other })).toEqual(['03', '02'])
    expect(await days({ search: named.user.email })).toEqual(['03', '01'])
    expect(await days({ search: named.user.email, actor: user.id })).toEqual(['01'])
    expect(await days({ search: 'nobody-at-all' })).toEqual([])
    expect(await days({ page: 2, page_size: 2 })).toEqual(['01'])
  })
})

describeServerOnEachEngine('a damaged audit', (server) => {
  const db = () => server().dependencies.db
  const ids: number[] = []

  /** As somebody with the password of the database could. */
  async function tamper(statement: string): Promise<void> {
    const guards = [
      'audit_is_not_changed',
      'audit_is_not_deleted',
      'audit_chain_is_not_changed',
      'audit_chain_is_not_deleted',
    ]
    if (server().engine === 'postgres') {
      for (const table of ['audit', 'audit_chain'])
        await sql.raw(`alter table ${table} disable trigger user`).execute(db())
    } else for (const guard of guards) await sql.raw(`drop trigger if exists ${guard}`).execute(db())
    await sql.raw(statement).execute(db())
  }

  beforeEach(async () => {
    if (ids.length > 0) return
    const user = await insertTestUser(db())
    for (let n = 0; n < 5; n += 1) await act(db(), user, user)
    ids.push(...(await db().selectFrom('audit').select('id').orderBy('id').execute()).map(({ id }) => id))
  })

  it('shows the first entry that was changed, removed or cut out', async () => {
    const total = ids.length
    const [, , , fourth, fifth] = ids.slice(-5)
    await tamper(`delete from audit where id = ${fifth}`)
    expect((await verifyChain(db())).broken).toEqual({ position: total, problem: 'missing' })
    await tamper(`update audit set action = 'user.deleted' where id = ${fourth}`)
    expect((await verifyChain(db())).broken).toEqual({ position: total - 1, problem: 'changed' })
    await tamper(`update audit set actor_id = 424242 where id = ${ids.at(-3)}`)
    expect((await verifyChain(db())).broken).toEqual({ position: total - 2, problem: 'changed' })
    await tamper(`delete from audit where id = ${ids.at(-4)}`)
    await tamper(`delete from audit_chain where audit_id = ${ids.at(-4)}`)
    expect(await verifyChain(db())).toMatchObject({
      checked: total - 4,
      last: { entry: ids.at(-5) },
      broken: { position: total - 3, problem: 'missing' },
    })
  })
})

describeOnEachEngine('the audit log of several processes', (database) => {
  it('is one chain of the entries that three processes write at once', async () => {
    const { db, dataDir, databaseUrl } = database()
    const script = join(import.meta.dirname, '../../support/programs/audit-process.ts')
    const args = [script, '25', dataDir, ...(databaseUrl === null ? [] : [databaseUrl])]
    await Promise.all([1, 2, 3].map(() => run(process.execPath, args)))
    expect(await verifyChain(db)).toMatchObject({ checked: 75, unchained: 0, broken: null })
  })
})
