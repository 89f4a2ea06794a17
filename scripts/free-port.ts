import { createServer } from 'node:net'

/** Finds a free port of loopback; another process may take it before it is used. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address && typeof address === 'object') resolve(address.port)
        else reject(new Error('The system gave no port'))
      })
    })
  })
}
