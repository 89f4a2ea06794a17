import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { stopListening, watchConnections } from '#server/http/stop-listening.ts'

const log = pino({ level: 'silent' })

/** A server whose requests wait in `held`, and its address. */
async function holdingServer(): Promise<{ server: Server; address: string; held: ServerResponse[] }> {
  const held: ServerResponse[] = []
  const server = createServer((_, response) => held.push(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const place = server.address()
  if (place === null || typeof place === 'string') throw new Error('no port')
  return { server, address: `http://127.0.0.1:${place.port}/`, held }
}

describe('a server that stops listening', () => {
  it('finishes the requests in progress and accepts no new ones', async () => {
    const { server, address, held } = await holdingServer()
    watchConnections(server)
    const answer = fetch(address)
    await vi.waitFor(() => expect(held).toHaveLength(1))
    const stopped = stopListening(server, log)
    await expect(fetch(address)).rejects.toThrow()
    held[0]?.end('done')
    expect(await (await answer).text()).toBe('done')
    await stopped
  })

  it('does not wait for idle connections without any request', async () => {
    const { server, address } = await holdingServer()
    watchConnections(server)
    const spare = connect(Number(new URL(address).port), '127.0.0.1')
    const [, closed] = [await once(server, 'connection'), once(spare, 'close')]
    await stopListening(server, log, 2 ** 30)
    await closed
  })

  it('does not wait for the connection of a stream that has ended', async () => {
    const { server, address, held } = await holdingServer()
    watchConnections(server)
    server.keepAliveTimeout = 0
    const client = connect(Number(new URL(address).port), '127.0.0.1')
    let got = ''
    client.on('data', (chunk) => {
      got += String(chunk)
    })
    client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await vi.waitFor(() => expect(held).toHaveLength(1))
    held[0]?.write('first')
    const stopped = stopListening(server, log, 2 ** 30)
    held[0]?.end('last')
    await Promise.all([stopped, once(client, 'close')])
    expect(got).toMatch(/first[\s\S]*last/)
  })

  it('closes connections that do not end in time', async () => {
    const { server, address, held } = await holdingServer()
    const answer = fetch(address).then(
      () => 'answered',
      () => 'cut',
    )
    await vi.waitFor(() => expect(held).toHaveLength(1))
    await stopListening(server, log, 20)
    expect(await answer).toBe('cut')
    await stopListening(server, log)
  })
})
