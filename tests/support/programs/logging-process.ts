import { createLogger } from '#server/logging/logger.ts'

/** A program that writes as many lines as its argument says, and at SIGTERM two more before it exits with 0. */
const log = await createLogger({ logLevel: 'info' })
process.on('SIGTERM', () => {
  log.info('draining')
  log.info('the last line')
  process.exit(0)
})
for (let line = 1; line <= Number(process.argv[2]); line += 1) log.info({ line }, 'a line '.repeat(50))
// Written to the other pipe, because nobody may be reading the log.
process.stderr.write('ready')
setInterval(() => undefined, 60_000)
