import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A front of the server that can bring out a newer build: the same app, whose worker differs by a comment. */
export class NewerBuild {
  readonly url: string
  readonly #front: ReturnType<typeof createServer>
  readonly #version: { number: number }

  private constructor(url: string, front: ReturnType<typeof createServer>, version: { number: number }) {
    this.url = url
    this.#front = front
    this.#version = version
  }

  static async before(server: string): Promise<NewerBuild> {
    const version = { number: 1 }
    const front = createServer((incoming, outgoing) => forward(server, incoming, outgoing, version.number))
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const { port } = front.address() as AddressInfo
    return new NewerBuild(`http://127.0.0.1:${port}`, front, version)
  }

  release(): void {
    this.#version.number += 1
  }

  close(): void {
    this.#front.close()
    this.#front.closeAllConnections()
  }
}

function forward(server: string, incoming: IncomingMessage, outgoing: ServerResponse, version: number): void {
  const isWorker = incoming.url === '/sw.js'
  const headers = { ...incoming.headers, host: new URL(server).host }
  if (isWorker) {
    // As it is, whole: neither packed nor "not modified".
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) Reflect.deleteProperty(headers, name)
  }
  const onward = request(new URL(incoming.url ?? '/', server), { method: incoming.method, headers }, (answer) => {
    if (!isWorker) {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      return
    }
    const { 'content-length': _length, ...rest } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, rest)
    answer.on('end', () => outgoing.end(`\n// build ${version}\n`))
    answer.pipe(outgoing, { end: false })
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
