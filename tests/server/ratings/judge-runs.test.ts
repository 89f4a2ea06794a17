import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { listAudit } from '#contract/endpoints/admin.ts'
import { compareJudgeRun, listJudgeRuns, startJudgeRun, stopJudgeRun } from '#contract/endpoints/ratings/judge-runs.ts'
import { axes } from '#contract/objects/scores.ts'
import { createJudgeRunJob } from '#server/modules/judge-runs/judge-run-job.ts'
import { type Judge, JudgeError, type JudgeInput, type Reading } from '#server/providers/judge/judge.ts'
import { insertTestChat, insertTestMessages } from '#support/database/insert-rows.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const EXCHANGES = 32
/** Trials run only where a test says so. */
const NEVER_MS = 3_600_000

/** The judge of the settings, which scores nothing here. */
const fixedJudge: Judge = {
  ...{ source: 'model', rubricVersion: 'judge-1' },
  read: async () => {
    throw new JudgeError('unreachable')
  },
}

describeServerOnEachEngine(
  'a judge run',
  (server) => {
    let token: string
    let owner: number
    const db = () => server().dependencies.db
    const time = () => new Date(server().dependencies.now()).toISOString()
    const all = <T>(value: T) =>
      Object.fromEntries(axes.map((axis) => [axis, value])) as Record<(typeof axes)[number], T>

    async function offer(n: number, rated = true): Promise<string> {
      const [id, chat_id] = [randomUUID(), randomUUID()]
      await insertTestChat(db(), owner, chat_id)
      await insertTestMessages(db(), owner, chat_id, [`Answer ${n}`])
      const message = db().selectFrom('messages').select('id').where('chat_id', '=', chat_id)
      const { id: message_id } = await message.executeTakeFirstOrThrow()
      const texts = { question: 'Why?', answer: `Answer ${n}`, language: 'en' } as const
      const scored = { source: 'model', rubric_version: 'judge-1', ...all(Math.min(100, n * 3 + 10)) } as const
      await db()
        .insertInto('offered_exchanges')
        .values({ id, user_id: owner, chat_id, message_id, ...texts, ...scored, offered_at: time() })
        .execute()
      if (!rated) return id
      const rating = { kind: 'rating', reason: '', quote: '', created_at: time(), ...all(n * 3) } as const
      await db()
        .insertInto('exchange_ratings')
        .values({ user_id: owner, id: randomUUID(), exchange_id: id, ...rating })
        .execute()
      return id
    }
    /** Reads the number of the answer, and scores like people do. */
    function judge(of: (input: JudgeInput) => number | null = ({ answer }) => Number(answer.split(' ')[1]) * 3): Judge {
      return {
        ...{ source: 'model', rubricVersion: 'words-1' },
        read: async (input) => {
          const score = of(input)
          if (score === null) throw new JudgeError('malformed')
          const reading: Reading = all({ score, reason: 'Because.', quote: '' })
          return { reading, usage: { prompt_tokens: 10, completion_tokens: 1 } }
        },
      }
    }
    const jobWith = (made: Judge) =>
      createJudgeRunJob(server().dependencies, { everyMs: NEVER_MS, pauseMs: 1, judgeFor: () => made })
    const list = () => server().call(listJudgeRuns, { token })
    /** With fields that nobody may set. */
    const start = (id: string = randomUUID()) =>
      server().call(startJudgeRun, {
        token,
        body: { id, model: null, rubric_version: 'judge-2', ...{ state: 'done', tokens: 5 } },
      })
    const compare = (id: string) => server().call(compareJudgeRun, { token, params: { id } })

    beforeAll(async () => {
      ;({ token } = await insertSignedInUser(server().dependencies, { isAdmin: true }))
      owner = (await insertSignedInUser(server().dependencies)).id
      for (let n = 0; n < EXCHANGES; n += 1) await offer(n)
      await offer(99, false)
    })

    it('scores the rated exchanges once each, and stands beside the scores that they had', async () => {
      const { exchanges, estimated_tokens, rubric_versions, active_rubric } = await list()
      expect([exchanges, rubric_versions, active_rubric]).toEqual([EXCHANGES, ['judge-1', 'judge-2'], 'judge-1'])
      expect(estimated_tokens).toBeGreaterThan(EXCHANGES * 2000)
      const { id, state, total } = await start()
      expect([state, total]).toEqual(['running', EXCHANGES])
      const job = jobWith(judge())
      await job.runOnce()
      await job.runOnce()
      await job.stop()
      const { run, tried, active } = await compare(id)
      expect(run).toMatchObject({ state: 'done', scored: EXCHANGES, tokens: EXCHANGES * 22 })
      expect(tried[0]).toMatchObject({ axis: 'truth', answers: EXCHANGES, mean_error: { value: 0 } })
      expect(active[0]).toMatchObject({ axis: 'truth', answers: EXCHANGES, bias: { low: expect.closeTo(10, 0) } })
      const [entry] = (await server().call(listAudit, { token, query: {} })).results
      expect(entry).toMatchObject({ action: 'judge.tried', actor_kind: 'admin' })
    })

    it('is the only one, begins once for a repeated request, and ends when it is stopped', async () => {
      const id = randomUUID()
      await start(id)
      await start(id)
      const body = { id: randomUUID(), model: null, rubric_version: 'judge-2' }
      expect((await server().reply(startJudgeRun, { token, body })).status).toBe(409)
      let readings = 0
      const job = jobWith(
        judge(() => {
          readings += 1
          return 50
        }),
      )
      const stopping = server().call(stopJudgeRun, { token, params: { id } })
      await Promise.all([stopping, job.runOnce()])
      await job.runOnce()
      await job.stop()
      expect(readings).toBeLessThanOrEqual(2 * EXCHANGES)
      expect((await compare(id)).run.state).not.toBe('running')
      expect((await server().call(stopJudgeRun, { token, params: { id } })).state).toBe((await compare(id)).run.state)
    })

    it('goes on in another process behind the last exchange, and not in two at once', async () => {
      const { id } = await start()
      let hold = () => {}
      const held = new Promise<void>((resolve) => {
        hold = resolve
      })
      let began = () => {}
      const beginning = new Promise<void>((resolve) => {
        began = resolve
      })
      const slow = judge()
      // Exchanges that were offered in the same millisecond have no certain order.
      const answers = new Set<string>()
      const first = jobWith({
        ...slow,
        read: async (input, options) => {
          if (answers.add(input.answer).size > 5) {
            began()
            await held
            options.signal.throwIfAborted()
          }
          return slow.read(input, options)
        },
      })
      const running = first.runOnce().catch((error: unknown) => error)
      await beginning
      const second = jobWith(judge())
      await second.runOnce()
      expect((await compare(id)).run).toMatchObject({ state: 'running', scored: 5 })
      const stopped = first.stop()
      hold()
      await Promise.all([stopped, running])
      await second.runOnce()
      await second.stop()
      expect((await compare(id)).run).toMatchObject({ state: 'done', scored: EXCHANGES })
    })

    it('is refused for a judge that this server does not have', async () => {
      const body = { id: randomUUID(), model: null, rubric_version: 'judge-99' }
      expect((await server().reply(startJudgeRun, { token, body })).status).toBe(400)
      const other = { ...body, model: 'some-model', rubric_version: 'judge-2' }
      expect((await server().reply(startJudgeRun, { token, body: other })).status).toBe(400)
    })

    it('leaves nothing in the audit log where it does not exist or another one runs', async () => {
      const running = await start()
      const before = await server().call(listAudit, { token, query: {} })
      const params = { id: randomUUID() }
      expect((await server().reply(stopJudgeRun, { token, params })).status).toBe(404)
      const body = { ...params, model: null, rubric_version: 'judge-2' }
      expect((await server().reply(startJudgeRun, { token, body })).status).toBe(409)
      expect(await server().call(listAudit, { token, query: {} })).toEqual(before)
      await server().call(stopJudgeRun, { token, params: { id: running.id } })
      const [entry] = (await server().call(listAudit, { token, query: {} })).results
      expect(entry).toMatchObject({ action: 'judge.stopped' })
    })

    it('fails after a few exchanges without a usable reading', async () => {
      const { id } = await start()
      const refused = new JudgeError('refused')
      const job = jobWith({ ...judge(), read: async () => Promise.reject(refused) })
      const running = job.runOnce()
      await running
      await job.stop()
      expect((await compare(id)).run).toMatchObject({ state: 'failed', scored: 5 })
    })

    it('loses the scores of an exchange that is withdrawn', async () => {
      const id = await offer(7)
      const run = await start()
      const job = jobWith(judge())
      await job.runOnce()
      await job.stop()
      expect((await compare(run.id)).run.scored).toBe(EXCHANGES + 1)
      await db().deleteFrom('offered_exchanges').where('id', '=', id).execute()
      expect((await compare(run.id)).run.scored).toBe(EXCHANGES)
    })
  },
  { env: { SCORING: 'on' }, judge: fixedJudge, judgeRuns: { everyMs: NEVER_MS } },
)
