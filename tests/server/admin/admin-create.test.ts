import { expect, it } from 'vitest'
import { verifyPassword } from '#server/modules/accounts/password/password-hash.ts'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { describeOnEachEngine } from '#support/database/test-database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'

const personal = 'Too easy to guess: a name, an email or “Companion”'

describeOnEachEngine('admin:create', (database) => {
  const run = (...args: string[]) => runProgram('scripts/admin-create.ts', args, environmentOf(database()))
  const find = (email: string) =>
    database().db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()

  it('creates an admin while a server runs', async () => {
    const server = await startServerProcess(environmentOf(database()))
    const { code, stdout, stderr } = await run('--email', 'Boss@Example.org', '--password', 'correct horse')
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: 'Made the admin boss@example.org.\n', stderr: '' })
    const admin = await find('boss@example.org')
    expect(admin).toMatchObject({ is_admin: 1, username: 'boss' })
    expect(await verifyPassword(admin.password_hash, 'correct horse')).toBe(true)
    await server.kill('SIGTERM')
  })

  it('promotes an existing account to admin', async () => {
    const id = await insertTestUser(database().db, 'ada@example.org')
    const { code, stdout } = await run('--email', 'ada@example.org', '--password', 'correct horse')
    expect(code).toBe(0)
    expect(stdout).toContain('is an admin now')
    expect(await find('ada@example.org')).toMatchObject({ id, is_admin: 1 })
  })

  it('rejects a password that contains the names of the existing account', async () => {
    await insertTestUser(database().db, 'grace@example.org')
    const named = database().db.updateTable('users').set({ last_name: 'Winterhalder' })
    await named.where('email', '=', 'grace@example.org').execute()
    const { code, stderr } = await run('--email', 'grace@example.org', '--password', 'winterhalder')
    expect({ code, stderr }).toEqual({ code: 1, stderr: `No admin was made: ${personal}.\n` })
    expect(await find('grace@example.org')).toMatchObject({ is_admin: 0, password_hash: null })
  })

  it('picks a username that is free', async () => {
    await run('--email', 'twin@one.example.org', '--password', 'correct horse')
    await run('--email', 'twin@two.example.org', '--password', 'correct horse')
    expect((await find('twin@two.example.org')).username).toMatch(/^twin-\d+$/)
  })

  it('prompts for missing input, and again when the input is wrong', async () => {
    const env = environmentOf(database())
    const answers = 'nobody\nasked@example.org\nshort\ncorrect horse\n'
    const { code, stdout, stderr } = await runProgram('scripts/admin-create.ts', [], env, answers)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Made the admin asked@example.org.\n' })
    expect(stderr).toContain('Invalid email')
    expect(stderr).not.toContain('horse')
  })

  it('reads the password from the environment or standard input, so that the process list does not show it', async () => {
    const env = { ...environmentOf(database()), ADMIN_PASSWORD: 'correct horse' }
    const args = ['--email', 'environment@example.org']
    const set = await runProgram('scripts/admin-create.ts', args, env)
    expect(set).toEqual({ code: 0, stdout: 'Made the admin environment@example.org.\n', stderr: '' })
    const short = await runProgram('scripts/admin-create.ts', args, { ...env, ADMIN_PASSWORD: 'short' })
    expect(short).toMatchObject({ code: 1, stderr: 'No admin was made: Password must be at least 8 characters.\n' })
    args[1] = 'piped@example.org'
    const piped = await runProgram('scripts/admin-create.ts', args, environmentOf(database()), 'correct horse\n')
    expect(piped).toMatchObject({ code: 0, stdout: 'Made the admin piped@example.org.\n' })
    for (const email of ['environment@example.org', 'piped@example.org']) {
      expect(await verifyPassword((await find(email)).password_hash, 'correct horse')).toBe(true)
    }
  })
})

it('admin:create reports wrong input in one line before it opens a database', async () => {
  const env = environmentOf({ dataDir: '/dev/null/nowhere', databaseUrl: null })
  const run = (...args: string[]) => runProgram('scripts/admin-create.ts', args, env)
  const short = await run('--email', 'boss@example.org', '--password', 'short')
  expect(short).toMatchObject({ code: 1, stdout: '' })
  expect(short.stderr).toBe('No admin was made: Password must be at least 8 characters.\n')
  const common = await run('--email', 'boss@example.org', '--password', 'Password1')
  expect(common).toMatchObject({ code: 1, stdout: '' })
  expect(common.stderr).toBe('No admin was made: Too many people use this password. Choose another.\n')
  for (const [password, message] of [
    ['aaaaaaaa', 'Password must have at least 4 different characters'],
    ['boss@example.org', personal],
    ['Companion1', personal],
  ] as const) {
    const weak = await run('--email', 'boss@example.org', '--password', password)
    expect(weak, password).toMatchObject({ code: 1, stdout: '', stderr: `No admin was made: ${message}.\n` })
  }
  const unasked = await run('--email', 'boss@example.org')
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringContaining('No answer was given') })
})
