import { existsSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTestPlace, type TestPlace } from '#support/database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/server-process.ts'

describe('a data folder whose database is lost', () => {
  let place: TestPlace
  beforeEach(async () => {
    place = await createTestPlace('sqlite')
  })
  afterEach(() => place.remove())

  const database = () => join(place.dataDir, 'companion.sqlite')
  const secret = () => join(place.dataDir, 'token-secret')
  /** As most people start it: the server makes its own secret. */
  const env = () => environmentOf(place, { TOKEN_SECRET: '' })
  async function startAndStop() {
    const server = await startServerProcess(env())
    await server.kill('SIGTERM')
  }

  it.each([
    ['missing', () => rmSync(database())],
    ['empty', () => truncateSync(database())],
  ])(
    'because it is %s is refused by the server and by the commands, in one line that says what to do',
    async (_, lose) => {
      await startAndStop()
      lose()
      for (const [program, ...args] of [
        ['server/main.ts'],
        ['scripts/admin-create.ts', '--email', 'boss@example.org', '--password', 'correct horse'],
      ] as const) {
        const { code, stdout, stderr } = await runProgram(program, [...args], env())
        expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
        expect(stderr).toMatch(/^The database .*companion\.sqlite is missing or empty.* a backup .*token-secret .*\n$/)
      }
      const { code, stderr } = await runProgram('scripts/db-backup.ts', [], env())
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: `No backup was made: there is no database in ${place.dataDir}.\n`,
      })
      expect(statSync(database(), { throwIfNoEntry: false })?.size ?? 0).toBe(0)
    },
  )

  it('starts anew once its secret is removed', async () => {
    await startAndStop()
    truncateSync(database())
    rmSync(secret())
    await startAndStop()
    expect(existsSync(secret())).toBe(true)
  })

  it('is not one that a command looked into, nor one that was left before the first start was complete', async () => {
    expect(await runProgram('scripts/db-backup.ts', [], env())).toMatchObject({ code: 1 })
    expect(await runProgram('scripts/admin-create.ts', ['--email', 'no address'], env())).toMatchObject({ code: 1 })
    writeFileSync(database(), '')
    await startAndStop()
  })
})
