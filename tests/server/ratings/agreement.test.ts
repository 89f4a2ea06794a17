import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { getAgreement } from '#contract/endpoints/ratings/agreement.ts'
import { RATED_MIN } from '#contract/limits.ts'
import { insertTestChat, insertTestMessages } from '#support/database/insert-rows.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const MINUTE_MS = 60_000

describeServerOnEachEngine('the agreement of scores with people', (server) => {
  let owner: number
  beforeAll(async () => {
    owner = (await insertSignedInUser(server().dependencies)).id
  })
  const db = () => server().dependencies.db
  const time = () => new Date(server().dependencies.now()).toISOString()
  /** As the page reads it, after the time for which it is cached. */
  async function read() {
    server().advance(MINUTE_MS)
    return server().call(getAgreement, {})
  }
  const allAxes = (score: number | null) => ({
    ...{ truth: score, fairness: score, wisdom: score },
    ...{ duty: score, safety: score, liberty: score },
  })

  async function offer(rubric: string | null, score: number | null): Promise<string> {
    const user_id = owner
    const [id, chat_id] = [randomUUID(), randomUUID()]
    await insertTestChat(db(), user_id, chat_id)
    await insertTestMessages(db(), user_id, chat_id, ['A'])
    const message = db().selectFrom('messages').select('id').where('chat_id', '=', chat_id)
    const { id: message_id } = await message.executeTakeFirstOrThrow()
    await db()
      .insertInto('offered_exchanges')
      .values({
        ...{ id, user_id, chat_id, message_id, question: 'Q', answer: 'A', language: 'en', offered_at: time() },
        ...{ source: rubric === null ? null : 'model', rubric_version: rubric },
        ...allAxes(score),
        fairness: null,
      })
      .execute()
    return id
  }
  const rate = (exchange_id: string, user_id: number, score: number | null) =>
    db()
      .insertInto('exchange_ratings')
      .values({
        ...{ id: randomUUID(), user_id, exchange_id, reason: '', quote: '', created_at: time() },
        ...{ kind: score === null ? 'skip' : 'rating' },
        ...allAxes(score),
      })
      .execute()

  it('has counts only below the minimum, then figures by axis and version, without skips and withdrawn offers', async () => {
    const { dependencies } = server()
    const validators = [await insertSignedInUser(dependencies), await insertSignedInUser(dependencies)]
    const [ada, bo] = validators.map(({ id }) => id) as [number, number]
    const offers: string[] = []
    for (let at = 0; at < RATED_MIN - 1; at += 1) {
      const id = await offer('judge-test', at * 3)
      offers.push(id)
      await rate(id, ada, at * 3)
      await rate(id, bo, at * 3 + 4)
    }
    await rate(await offer(null, null), ada, 50)
    await rate(await offer('judge-test', 90), ada, null)
    const versionOf = async () => {
      const { minimum, versions } = await read()
      expect(minimum).toBe(RATED_MIN)
      return versions.find(({ rubric_version }) => rubric_version === 'judge-test')
    }
    const few = await versionOf()
    expect(few?.axes.map(({ axis, answers }) => [axis, answers])).toEqual([
      ['truth', 29],
      ['fairness', 0],
      ['wisdom', 29],
      ['duty', 29],
      ['safety', 29],
      ['liberty', 29],
    ])
    expect(few?.axes[0]).toMatchObject({ ratings: 58, judge_alpha: null, mean_error: null, within: null, bins: [] })

    const last = await offer('judge-test', 88)
    await rate(last, ada, 88)
    await rate(last, bo, 92)
    await rate(await offer('judge-older', 10), ada, 90)
    const enough = await versionOf()
    expect(enough?.axes[0]).toMatchObject({
      ...{ answers: 30, shared_answers: 30, ratings: 60, within: 2 },
      mean_error: { value: 2, low: 2, high: 2 },
      bias: { value: -2 },
    })
    expect(enough?.axes[0]?.judge_alpha?.value).toBeGreaterThan(0.99)
    expect(enough?.axes[1]).toMatchObject({ answers: 0, mean_error: null })

    await db().deleteFrom('offered_exchanges').where('id', '=', last).execute()
    expect((await versionOf())?.axes[0]).toMatchObject({ answers: 29, mean_error: null })
  })

  it('is computed once for many readers, and again a minute later when there are new ratings', async () => {
    const { id } = await insertSignedInUser(server().dependencies)
    await rate(await offer('judge-cached', 10), id, 10)
    const [first, same] = await Promise.all([read(), server().call(getAgreement, {})])
    await rate(await offer('judge-cached', 20), id, 20)
    expect(await server().call(getAgreement, {})).toEqual(first)
    expect(same.computed_at).toBe(first.computed_at)
    const later = await read()
    expect(later.versions.find(({ rubric_version }) => rubric_version === 'judge-cached')?.axes[0]?.answers).toBe(2)
    expect((await read()).computed_at).toBe(later.computed_at)
  })
})
