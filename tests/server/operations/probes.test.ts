import { Registry } from 'prom-client'
import { expect, it, test } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { createApp } from '#server/app.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'

describeServerOnEachEngine('a health probe', (server) => {
  it('reports a running server as alive and ready', async () => {
    expect(await server().send('/healthz')).toMatchObject({ status: 200, text: 'ok\n' })
    expect(await server().send('/readyz')).toMatchObject({ status: 200, text: 'ready\n' })
  })

  it('reports a draining server as alive and not ready', async () => {
    const app = createApp({ ...server().dependencies, metrics: new Registry() })
    const status = async (path: string) => (await app.fetch(new Request(`http://x${path}`))).status
    expect(await status('/readyz')).toBe(200)
    app.drain()
    expect(await status('/readyz')).toBe(503)
    expect(await status('/healthz')).toBe(200)
  })

  it('returns metrics by the names of calls', async () => {
    await server().call(getConfig, {})
    const { status, text, headers } = await server().send('/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('text/plain')
    expect(text).toMatch(/http_request_duration_seconds_count\{call="getConfig",status="200"\} [1-9]/)
    expect(text).toContain('nodejs_eventloop_lag_seconds')
  })

  it('returns no metrics to other machines, nor through a proxy on this machine', async () => {
    const reply = await server().send('/metrics', { headers: { 'X-Forwarded-For': '203.0.113.1' } })
    expect(reply.status).toBe(404)
  })
})

test('the metrics need a token in production, even from this machine', async () => {
  const storage = await createTestStorage('sqlite')
  const env = { PUBLIC_URL: 'https://companion.example.org', PAYMENTS: 'sandbox', RATE_LIMITS: 'on' }
  const server = await startTestServer(storage, { env })
  expect((await server.send('/metrics')).status).toBe(404)
  await server.close()
  await storage.remove()
})

test('the metrics are readable from anywhere with the token', async () => {
  const storage = await createTestStorage('sqlite')
  const token = 'k3v9-qzt7-w1xm-84bd'
  const server = await startTestServer(storage, { env: { METRICS_TOKEN: token } })
  const status = async (headers: Record<string, string>) => (await server.send('/metrics', { headers })).status
  expect(await status({})).toBe(404)
  expect(await status({ Authorization: 'Bearer another' })).toBe(404)
  expect(await status({ Authorization: `Bearer ${token}`, 'X-Forwarded-For': '203.0.113.1' })).toBe(200)
  await server.close()
  await storage.remove()
})
