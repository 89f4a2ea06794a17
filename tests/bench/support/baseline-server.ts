import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { readChatsBare } from './read-chats-bare.ts'

/**
 * What the machine, the framework and the database allow, in the same run: a plain Hono server with `/`, and with
 * `/chats`, which runs the statements of the list of chats for one user and sends the same JSON, without
 * authentication, limits, headers, log and metrics.
 */
const { BENCH_DATABASE: database, BENCH_USER: userId, BENCH_SESSION: sessionId } = process.env
const app = new Hono().get('/', (context) => context.json({ hello: 'world' }))
if (database && userId && sessionId) {
  const read = await readChatsBare(database, Number(userId), sessionId)
  app.get('/chats', async (context) => context.json(await read()))
}
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port))
process.once('SIGTERM', () => server.close())
