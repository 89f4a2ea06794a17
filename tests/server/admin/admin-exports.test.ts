import { expect, it, test } from 'vitest'
import { createPlan, createUser, exportUsers, listAudit } from '#contract/endpoints/admin.ts'
import { exportSubscriptions } from '#contract/endpoints/admin-billing.ts'
import { csvRow } from '#server/modules/exports/csv.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

/** Reads CSV strictly by RFC 4180: records end with CRLF, and quotes occur in quoted cells only. */
function readCsv(text: string): string[][] {
  const records: string[][] = []
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y
  let record: string[] = []
  while (cell.lastIndex < text.length) {
    const at = cell.lastIndex
    const found = cell.exec(text)
    if (found === null) throw new Error(`no CSV at ${at}: ${text.slice(at, at + 40)}`)
    record.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '')
    if (found[3] === '\r\n') {
      records.push(record)
      record = []
    }
  }
  return records
}

const tables = (text: string) => {
  const [names = [], ...records] = readCsv(text)
  return records.map((record) => Object.fromEntries(names.map((name, at) => [name, record[at]])))
}

test('a line of CSV holds its cells and runs no formula', () => {
  expect(csvRow(['plain', 7, true, null, 'a,b', 'say "x"', 'two\r\nlines', 'ñ 漢 🎵'])).toBe(
    'plain,7,true,,"a,b","say ""x""","two\r\nlines",ñ 漢 🎵\r\n',
  )
  for (const bad of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '  =cmd|x', '\r=1', '＝1', '\n+1', '\u0001=1']) {
    const [[cell] = []] = readCsv(csvRow([bad]))
    expect(cell).toBe(`'${bad}`)
  }
})

describeServerOnEachEngine('the CSV exports of the admin panel', (server) => {
  const download = (path: string, token: string) =>
    fetch(`${server().address}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` } })

  it('contain every user, over several pages, safe for a spreadsheet', async () => {
    const { dependencies } = server()
    const { token } = await insertSignedInUser(dependencies, { isAdmin: true })
    const first_name = '=HYPERLINK("http://evil.example","x")'
    const body = { email: '+tricky@example.org', first_name, last_name: 'Línea, dos', is_vip: true }
    await server().call(createUser, { token, body })
    const model = await dependencies.db.selectFrom('users').selectAll().limit(1).executeTakeFirstOrThrow()
    const many = Array.from({ length: 1100 }, (_, n) => {
      const { id: _id, ...row } = model
      return {
        ...row,
        email: `many${n}@example.org`,
        username: `many${n}`,
        username_key: `many${n}`,
        is_admin: 0 as const,
      }
    })
    await dependencies.db.insertInto('users').values(many).execute()

    const response = await download(exportUsers.path, token)
    expect(response.headers.get('content-type')).toContain('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toMatch(
      /^attachment; filename="companion-users-\d{4}-\d\d-\d\d\.csv"$/,
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const rows = tables(new TextDecoder().decode(bytes))
    const ids = await dependencies.db.selectFrom('users').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => Number(id))).toEqual(ids.map(({ id }) => id))
    expect(rows.find(({ email }) => email === "'+tricky@example.org")).toMatchObject({
      first_name: `'${first_name}`,
      last_name: 'Línea, dos',
      is_vip: 'true',
      is_admin: 'false',
      email_verified: 'false',
    })
    expect(Object.keys(rows[0] ?? {})).not.toContain('password_hash')
  })

  it('contain every subscription of this product with its terms at the sale and its user', async () => {
    const { dependencies } = server()
    const { db } = dependencies
    const [admin, user, foreign] = [
      await insertSignedInUser(dependencies, { isAdmin: true }),
      await insertSignedInUser(dependencies),
      await insertSignedInUser(dependencies),
    ]
    const { id: _id, ...model } = await db.selectFrom('plans').selectAll().limit(1).executeTakeFirstOrThrow()
    const elsewhere = { ...model, product: 'another_app' }
    const { id } = await db.insertInto('plans').values(elsewhere).returning('id').executeTakeFirstOrThrow()
    await db.updateTable('subscriptions').set({ plan_id: id }).where('user_id', '=', foreign.id).execute()
    const rows = tables((await (await download(exportSubscriptions.path, admin.token)).text()).replace(/^\uFEFF/, ''))
    expect(rows.find(({ user_id }) => user_id === String(user.id))).toMatchObject({
      email: user.email,
      plan: 'free-trial',
      price: '0.00',
      currency: 'USD',
      interval: 'two_weeks',
      status: 'trialing',
      source: 'trial',
      is_trial: 'true',
    })
    expect(rows.map(({ user_id }) => user_id)).not.toContain(String(foreign.id))
    const { results } = await server().call(listAudit, { token: admin.token, query: { page_size: 1 } })
    expect(results[0]).toMatchObject({ action: 'subscriptions.exported', actor: admin.id, subject: null })
  })

  it('are for admins only, and record nothing in the audit log for other users', async () => {
    const { token } = await insertSignedInUser(server().dependencies, { isProvider: true })
    for (const { path } of [exportUsers, exportSubscriptions]) {
      expect((await download(path, token)).status).toBe(403)
    }
    expect((await server().reply(createPlan, { token, body: {} as never })).status).toBe(403)
  })
})
