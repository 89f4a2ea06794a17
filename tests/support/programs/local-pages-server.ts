import { lookup } from 'node:dns'
import { startServer } from '#server/start-server.ts'
import { PUBLIC_ADDRESS } from '#support/fakes/search-engine.ts'

/**
 * The real server, whose connections to the pages of a web search go to PAGES_PORT of this machine. Every name counts
 * as a public one, so that the check of addresses passes it.
 */
await startServer(process.env, {
  pages: {
    find: (_, options, callback) => lookup(PUBLIC_ADDRESS, options, callback),
    target: { address: '127.0.0.1', port: Number(process.env.PAGES_PORT) },
  },
})
