import { pino } from 'pino'
import { expect, it } from 'vitest'
import { answerTemporary } from '#server/modules/temporary/use-cases/answer-temporary.ts'
import { beginTemporary } from '#server/modules/temporary/use-cases/begin-temporary.ts'
import { restartingDatabase } from '#support/database/restarting-database.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

describeServerOnEachEngine('a database that restarts while an answer in a temporary chat ends', (server) => {
  it('leaves the answer complete, and its tokens counted instead of reserved', async () => {
    const { dependencies } = server()
    const { id } = await insertSignedInUser(dependencies)
    const asked = { question: 'How are you?', earlier: [], language: 'en' as const }
    const begun = await beginTemporary(dependencies, { id, isAdmin: false }, asked)
    const { db, hasRestarted } = restartingDatabase(dependencies.db, 'insertInto')
    const call = { language: 'en', log: pino({ level: 'silent' }), signal: new AbortController().signal } as const
    const deps = { db, now: dependencies.now, score: async () => undefined }
    const events = await Array.fromAsync(answerTemporary(deps, begun, call))
    expect(events.at(-1)).toMatchObject({ event: 'ended', data: { status: 'complete' } })
    expect(hasRestarted()).toBe(true)
    const rows = dependencies.db.selectFrom('usage_entries').select(['reserved', 'tokens']).where('user_id', '=', id)
    const tokens = expect.toSatisfy((count: number) => count > 0)
    expect(await rows.execute()).toEqual([{ reserved: 0, tokens }])
  })
})
