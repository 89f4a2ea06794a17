import { expect, it } from 'vitest'
import { insertTestUser } from '#support/database/insert-rows.ts'
import { describeOnEachEngine } from '#support/database/test-database.ts'
import { mailsIn } from '#support/fakes/mail-folder.ts'
import { environmentOf, runProgram } from '#support/servers/server-process.ts'

describeOnEachEngine('admin:reset-factors', (database) => {
  it('removes the second step of the account that is named, mails its owner, and says so', async () => {
    const { db, dataDir } = database()
    const email = 'lost@example.org'
    const user_id = await insertTestUser(db, email)
    const time = '2026-02-03T04:05:06.000Z'
    await db
      .insertInto('totp_secrets')
      .values({ user_id, sealed: 'sealed', created_at: time, confirmed_at: time, last_step: null })
      .execute()
    const run = (...args: string[]) =>
      runProgram('scripts/admin-reset-factors.ts', args, environmentOf(database(), { LOG_LEVEL: 'info' }))
    expect(await run('--email', 'Lost@Example.org')).toEqual({
      code: 0,
      stdout: `${email} logs in without a second step now, and was signed out everywhere. Mail: files in ${dataDir}/mail.\n`,
      stderr: '',
    })
    expect(await db.selectFrom('totp_secrets').selectAll().execute()).toEqual([])
    const [mail] = await mailsIn(dataDir)
    expect(mail?.to).toMatchObject([{ address: email }])
    expect(mail?.text?.replaceAll('\n', ' ')).toContain('whoever runs this Companion server removed the second step')
  })

  it('changes nothing and says why when the account is missing, unknown or has no second step', async () => {
    await insertTestUser(database().db, 'plain@example.org')
    const refusal = async (...args: string[]) => {
      const { code, stdout, stderr } = await runProgram(
        'scripts/admin-reset-factors.ts',
        args,
        environmentOf(database()),
      )
      expect([code, stdout]).toEqual([1, ''])
      return stderr
    }
    expect(await refusal()).toBe('Nothing was changed: name the account with --email.\n')
    expect(await refusal('--email', 'nobody@example.org')).toContain('no account has the address nobody@example.org')
    expect(await refusal('--email', 'plain@example.org')).toContain('has no second step and no passkey')
    expect(await database().db.selectFrom('audit').selectAll().execute()).toHaveLength(1)
  })
})
