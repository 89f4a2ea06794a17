import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHUNK_MS = 20

export interface StampedModel {
  url: string
  close(): void
}

/**
 * A model server with OpenAI's API, of which each chunk of text is the time at which it was sent, `@1234.5;` by
 * `performance.now()`, fifty a second, `chunks` for an answer. A question that begins with `Hold` is never answered,
 * and one that begins with `Short` at once.
 */
export async function startStampedModel(chunks: number): Promise<StampedModel> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.end('{"object":"list","data":[{"id":"small-model"}]}')
    let body = ''
    for await (const chunk of request) body += chunk
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.flushHeaders()
    if (body.includes('"Hold')) return
    if (body.includes('"Short')) return finish(response, '@0;')
    let sent = 0
    const timer = setInterval(() => {
      sent += 1
      const chunk = `@${performance.now().toFixed(1)};`
      if (sent < chunks) response.write(event(chunk))
      else finish(response, chunk)
      if (sent >= chunks) clearInterval(timer)
    }, CHUNK_MS)
    response.once('close', () => clearInterval(timer))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${port}/v1`, close }
}

const event = (content: string, end?: object) =>
  `data: ${JSON.stringify({ id: '1', created: 1, model: 'small-model', choices: [{ index: 0, delta: { content }, ...end }] })}\n\n`

function finish(response: ServerResponse, chunk: string): void {
  const usage = JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } })
  response.end(`${event(chunk, { finish_reason: 'stop' })}data: ${usage}\n\ndata: [DONE]\n\n`)
}
