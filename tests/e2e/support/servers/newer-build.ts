import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'

/** Matches the name of the page's first script, which differs between builds. */
const script = /index-[\w-]{8}\.js/g
const newScript = 'index-newbuild.js'

interface Released {
  isNewer: boolean
  gone: RegExp | null
}

/** A proxy before the server that can serve a newer build: the same app with another name of its first script. */
export class NewerBuild {
  readonly url: string
  readonly #front: ReturnType<typeof createServer>
  readonly #released: Released

  private constructor(url: string, front: ReturnType<typeof createServer>, released: Released) {
    this.url = url
    this.#front = front
    this.#released = released
  }

  static async before(server: string): Promise<NewerBuild> {
    const released: Released = { isNewer: false, gone: null }
    let oldScript = newScript
    const front = createServer((incoming, outgoing) => {
      const { url = '/' } = incoming
      if (released.gone?.test(url)) {
        outgoing.writeHead(404, { 'content-type': 'text/plain' }).end('Not found\n')
        return
      }
      const path = url.replace(newScript, oldScript)
      // Pages and the worker contain the script's name; other files are forwarded unchanged.
      if (url.startsWith('/assets/') || url.startsWith('/api/')) return forward(server, path, incoming, outgoing)
      forward(server, path, incoming, outgoing, (text) => {
        oldScript = script.exec(text)?.[0] ?? oldScript
        script.lastIndex = 0
        return released.isNewer ? renew(text) : text
      })
    })
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
    const { port } = front.address() as AddressInfo
    return new NewerBuild(`http://127.0.0.1:${port}`, front, released)
  }

  release(): void {
    this.#released.isNewer = true
  }

  /** From now on, matching files are not found; null: none. */
  remove(files: RegExp | null): void {
    this.#released.gone = files
  }

  close(): void {
    this.#front.close()
    this.#front.closeAllConnections()
  }
}

/** Returns whether the tab shows a page of the newer build. */
export const isNewer = (page: Page): Promise<boolean> =>
  page.evaluate((name) => [...document.scripts].some(({ src }) => src.endsWith(name)), newScript).catch(() => false)

/** Changes the pages too, so that the worker has to download them. */
const renew = (text: string): string =>
  text
    .replaceAll(script, newScript)
    .replaceAll(/"revision":"\w{4}(\w+","url":"(?:index|chat)\.html")/g, '"revision":"0000$1')

function forward(
  server: string,
  path: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  change?: (text: string) => string,
): void {
  const headers = { ...incoming.headers, host: new URL(server).host }
  if (change) {
    // The response must be complete: neither compressed nor "not modified".
    for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) Reflect.deleteProperty(headers, name)
  }
  const onward = request(new URL(path, server), { method: incoming.method, headers }, (answer) => {
    const isText = /^text\/(?:html|javascript)/.test(answer.headers['content-type'] ?? '')
    if (!change || !isText || incoming.method !== 'GET') {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      return
    }
    const { 'content-length': _length, ...rest } = answer.headers
    outgoing.writeHead(answer.statusCode ?? 502, rest)
    const parts: Buffer[] = []
    answer.on('data', (part: Buffer) => parts.push(part))
    answer.on('end', () => outgoing.end(change(Buffer.concat(parts).toString())))
  })
  onward.on('error', () => outgoing.destroy())
  incoming.pipe(onward)
}
