import { expect, it } from 'vitest'
import { listClientErrors, reportClientError } from '#contract/endpoints/client-errors.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { ROWS_PER_DAY } from '#server/modules/client/use-cases/count-client-error.ts'
import { createCleanupJob } from '#server/modules/housekeeping/cleanup-job.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'
const error = { source: 'script', code: 'TypeError', build: 'BSxk12ab', route: '/chat/$chatId' } as const

const report = (server: TestServer, body: object) =>
  server.reply(reportClientError, { body: body as typeof error, headers: { 'User-Agent': safari } })
const reportCsp = (server: TestServer, type: string, body: string) =>
  server.send('/api/v1/client-errors/csp/', {
    method: 'POST',
    headers: { 'content-type': type, 'User-Agent': 'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/153.0' },
    body,
  })
async function list(server: TestServer) {
  const { token } = await insertSignedInUser(server.dependencies, { isAdmin: true })
  return server.call(listClientErrors, { token })
}

describeServerOnEachEngine('error reports of browsers', (getServer) => {
  it('count equal errors of a day in one row, with the engine from the User-Agent header', async () => {
    const server = getServer()
    for (let n = 0; n < 3; n += 1) expect((await report(server, error)).status).toBe(204)
    await report(server, { ...error, route: '/' })
    const { enabled, results } = await list(server)
    expect(enabled).toBe(true)
    const today = new Date(server.dependencies.now()).toISOString().slice(0, 10)
    expect(results).toEqual([
      { ...error, engine: 'webkit 26', count: 3, last_day: today },
      { ...error, route: '/', engine: 'webkit 26', count: 1, last_day: today },
    ])
  })

  it.each([
    ['a sentence for a code', { ...error, code: 'my password is 1234' }],
    ['an address with an id for a route', { ...error, route: '/chat/0190f1f2-aaaa' }],
    ['a source that does not exist', { ...error, source: 'diary' }],
    ['a host name for a code', { ...error, code: 'private.example.com' }],
    ['a long build', { ...error, build: 'x'.repeat(9) }],
  ])('reject %s, so that no text and no id is stored', async (_what, body) => {
    expect((await report(getServer(), body)).status).toBe(400)
  })

  it('count violations of the Content-Security-Policy in both formats, without the blocked address', async () => {
    const server = getServer()
    const blocked = 'https://private.example/diary?name=ana'
    const reports = JSON.stringify([
      { type: 'csp-violation', body: { effectiveDirective: 'script-src-elem', blockedURL: blocked } },
      { type: 'deprecation', body: {} },
    ])
    expect((await reportCsp(server, 'application/reports+json', reports)).status).toBe(204)
    const data = [{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'data' } }]
    expect((await reportCsp(server, 'application/reports+json', JSON.stringify(data))).status).toBe(204)
    const old = JSON.stringify({ 'csp-report': { 'violated-directive': "style-src 'self'", 'blocked-uri': 'inline' } })
    expect((await reportCsp(server, 'application/csp-report', old)).status).toBe(204)
    const { results } = await list(server)
    const codes = results.filter(({ source }) => source === 'csp').map(({ code, engine }) => `${code} ${engine}`)
    expect(codes.sort()).toEqual([
      'img-src.data gecko 153',
      'script-src-elem.https gecko 153',
      'style-src.inline gecko 153',
    ])
    expect(
      JSON.stringify(await server.dependencies.db.selectFrom('client_errors').selectAll().execute()),
    ).not.toContain('private.example')
  })

  it.each(['', 'no json', '[]x', '{"csp-report":1}', `[${'{},'.repeat(30)}{}]`])(
    'return 400 for an unreadable policy violation, %j',
    async (body) => {
      expect((await reportCsp(getServer(), 'application/csp-report', body)).status).toBe(400)
    },
  )

  it('count everything beyond 500 distinct errors of a day in one row, so that nobody fills the disk', async () => {
    const server = getServer()
    const { db, now } = server.dependencies
    const day = new Date(now()).toISOString().slice(0, 10)
    const rows = Array.from({ length: ROWS_PER_DAY }, (_, n) => ({
      ...{ day, source: 'script' as const, code: `E${n}`, build: 'b', engine: 'other', route: '/', count: 1 },
    }))
    await db.insertInto('client_errors').values(rows).execute()
    for (const code of ['NewA', 'NewB']) expect((await report(server, { ...error, code })).status).toBe(204)
    const rest = await db.selectFrom('client_errors').selectAll().where('code', '=', 'Other').execute()
    expect(rest).toMatchObject([{ count: 2, build: 'other', engine: 'other', route: '/' }])
    await db.deleteFrom('client_errors').execute()
  })

  it('are listed for seven days and deleted after thirty', async () => {
    const server = getServer()
    const { db } = server.dependencies
    await report(server, error)
    server.advance(8 * DAY_MS)
    expect((await list(server)).results).toEqual([])
    expect(await db.selectFrom('client_errors').selectAll().execute()).toHaveLength(1)
    server.advance(23 * DAY_MS)
    const cleanupJob = createCleanupJob(server.dependencies)
    await cleanupJob.runOnce()
    await cleanupJob.stop()
    expect(await db.selectFrom('client_errors').selectAll().execute()).toEqual([])
  })
})

describeServerOnEachEngine(
  'a server with ERROR_REPORTS=off',
  (getServer) => {
    it('rejects reports, says so to admins, and tells browsers to send none', async () => {
      const server = getServer()
      expect((await report(server, error)).status).toBe(404)
      expect((await reportCsp(server, 'application/csp-report', '{}')).status).toBe(404)
      expect(await list(server)).toEqual({ enabled: false, results: [] })
      const { headers } = await server.send('/', { headers: { Accept: 'text/html' } })
      expect(headers.get('reporting-endpoints')).toBeNull()
    })
  },
  { env: { ERROR_REPORTS: 'off' } },
)
