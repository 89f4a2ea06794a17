import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below the ephemeral ports, which the system gives to any outgoing connection while nothing listens on them. */
const [FROM, UNTIL] = [10_000, 20_000]
const given = new Set<number>()

/**
 * Finds a free port of loopback, never the same one twice in a process: a server that is stopped for a while finds its
 * port again. Another process may still take it before it is used.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FROM, UNTIL)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
