import { serve } from '@hono/node-server'
import { Hono } from 'hono'

/** A plain Hono server: what the machine and the framework allow, in the same run. */
const app = new Hono().get('/', (context) => context.json({ hello: 'world' }))
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port))
process.once('SIGTERM', () => server.close())
