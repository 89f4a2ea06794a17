import { expect, it, test } from 'vitest'
import { findPending, replacePending } from '#server/modules/accounts/email-changes.repository.ts'
import { verifyPassword } from '#server/modules/accounts/password/password-hash.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { createTestDatabase, describeOnEachEngine } from '#support/database/test-database.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { askForAdmin } from '../../../scripts/admin/ask-for-admin.ts'
import { makeAdmin } from '../../../scripts/admin/make-admin.ts'

const personal = 'Too easy to guess: a name, an email or “Companion”'
const password = 'correct horse'

describeOnEachEngine('admin:create', (database, engine) => {
  const find = (email: string) =>
    database().db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

  it('creates an admin while a server runs', async () => {
    const { databaseUrl, dataDir } = database()
    const server = await startTestServer({ engine, databaseUrl, dataDir })
    const args = ['--email', 'Admin@Example.org', '--password', password]
    const made = await runProgram('scripts/admin-create.ts', args, environmentOf(database()))
    expect(made).toEqual({ code: 0, stdout: 'Made the admin admin@example.org.\n', stderr: '' })
    const admin = await find('admin@example.org')
    expect(admin).toMatchObject({ is_admin: 1, username: 'admin' })
    expect(await verifyPassword(admin.password_hash, password)).toBe(true)
    await server.close()
  })

  it('promotes an existing account to admin', async () => {
    const id = await insertTestUser(database().db, 'ada@example.org')
    expect(await makeAdmin(database().db, { email: 'ada@example.org', password })).toBe('promoted')
    expect(await find('ada@example.org')).toMatchObject({ id, is_admin: 1 })
  })

  it('takes back a change of address that was requested before it promotes an account', async () => {
    const userId = await insertTestUser(database().db, 'alan@example.org')
    const [now, expiresAt] = [new Date().toISOString(), new Date(Date.now() + 3_600_000).toISOString()]
    const request = { userId, email: 'stranger@example.org', hash: 'hash of a mailed token', now, expiresAt }
    await replacePending(database().db, request)
    expect(await makeAdmin(database().db, { email: 'alan@example.org', password })).toBe('promoted')
    expect(await findPending(database().db, userId, now)).toBeUndefined()
  })

  it('rejects a password that contains the names of the existing account', async () => {
    const email = 'grace@example.org'
    await insertTestUser(database().db, email)
    const named = database().db.updateTable('users').set({ last_name: 'Winterhalder' })
    await named.where('email', '=', email).execute()
    expect(await makeAdmin(database().db, { email, password: 'winterhalder' })).toBe('refused')
    expect(await find(email)).toMatchObject({ is_admin: 0, password_hash: null })
  })

  it('picks a username that is free', async () => {
    for (const email of ['twin@one.example.org', 'twin@two.example.org']) {
      await makeAdmin(database().db, { email, password })
    }
    expect((await find('twin@two.example.org')).username).toMatch(/^twin-\d+$/)
  })
})

test('admin:create asks for what is missing, reads it from the environment or standard input, and tells the outcome', {
  timeout: 60_000,
}, async () => {
  const database = await createTestDatabase('sqlite')
  const find = (email: string) =>
    database.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
  const run = (args: string[], given: Record<string, string> = {}, input = '') =>
    runProgram('scripts/admin-create.ts', args, { ...environmentOf(database), ...given }, input)

  const asked = await run([], {}, 'nobody\nasked@example.org\nshort\ncorrect horse\n')
  expect(asked).toMatchObject({ code: 0, stdout: 'Made the admin asked@example.org.\n' })
  expect(asked.stderr).toContain('Invalid email')
  expect(asked.stderr).not.toContain('horse')

  const fromEnvironment = { ADMIN_PASSWORD: password }
  const set = await run(['--email', 'environment@example.org'], fromEnvironment)
  expect(set).toEqual({ code: 0, stdout: 'Made the admin environment@example.org.\n', stderr: '' })
  expect(await verifyPassword((await find('environment@example.org')).password_hash, password)).toBe(true)

  await insertTestUser(database.db, 'piped@example.org')
  const piped = await run(['--email', 'piped@example.org'], {}, `${password}\n`)
  expect(piped).toMatchObject({ code: 0, stdout: expect.stringContaining('piped@example.org is an admin now') })
  expect(await verifyPassword((await find('piped@example.org')).password_hash, password)).toBe(true)

  const id = await insertTestUser(database.db, 'passkey@example.org')
  const time = new Date().toISOString()
  const app = { user_id: id, sealed: 'sealed', created_at: time, confirmed_at: time, last_step: null }
  await database.db.insertInto('totp_secrets').values(app).execute()
  const kept = await run(['--email', 'passkey@example.org'], fromEnvironment)
  expect(kept).toMatchObject({ code: 0, stdout: expect.stringContaining('keeps its second step and its passkeys') })
  expect(piped.stdout).not.toContain('keeps its second step')

  await database.db.updateTable('users').set({ last_name: 'Winterhalder' }).execute()
  const refused = await run(['--email', 'asked@example.org'], { ADMIN_PASSWORD: 'winterhalder' })
  expect(refused).toEqual({ code: 1, stdout: '', stderr: `No admin was made: ${personal}.\n` })
  await database.close()
})

test('admin:create reports wrong input in one line before it opens a database', async () => {
  const env = environmentOf({ dataDir: '/dev/null/nowhere', databaseUrl: null })
  const run = (...args: string[]) => runProgram('scripts/admin-create.ts', args, env)
  const short = await run('--email', 'admin@example.org', '--password', 'short')
  const message = 'No admin was made: Password must be at least 8 characters.\n'
  expect(short).toEqual({ code: 1, stdout: '', stderr: message })
  const unasked = await run('--email', 'admin@example.org')
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('No answer was given') })
})

test.each([
  ['Password1', 'Too many people use this password. Choose another'],
  ['aaaaaaaa', 'Password must have at least 4 different characters'],
  ['admin@example.org', personal],
  ['Companion1', personal],
])('admin:create rejects the weak password %s', async (weak, message) => {
  await expect(askForAdmin({ email: 'admin@example.org', password: weak })).rejects.toThrow(message)
})
