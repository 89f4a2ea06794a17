import { createTestClient } from '#support/api/test-client.ts'
import type { ModelServer } from '#support/fakes/model-server.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const REPEATS = 30

/** Milliseconds from sending the model's first token to its arrival: directly, and through the server. */
export async function firstTokens(
  server: LiveServer,
  model: ModelServer,
): Promise<{ straight: number[]; through: number[] }> {
  const user = await createChatUser(createTestClient(server.url))
  const straight: number[] = []
  const through: number[] = []
  for (let i = 0; i < REPEATS; i++) {
    straight.push(await untilFirst(model, () => askModel(model), '"content"'))
    through.push(await untilFirst(model, () => user.stream(`Question ${i}`), 'event: delta'))
  }
  return { straight, through }
}

async function untilFirst(model: ModelServer, ask: () => Promise<Response>, mark: string): Promise<number> {
  const script = model.next({ tokens: ['One', ' two', ' three.'], paceMs: 5 })
  const response = await ask()
  const reader = response.body?.getReader()
  if (!reader) throw new Error('an answer without a body')
  let text = ''
  let arrived: number | undefined
  for (;;) {
    const { value, done } = await reader.read()
    if (done) break
    text += Buffer.from(value).toString()
    if (arrived === undefined && text.includes(mark)) arrived = performance.now()
  }
  if (arrived === undefined) throw new Error(`no token came:\n${text}`)
  return arrived - script.firstSentAt
}

function askModel(model: ModelServer): Promise<Response> {
  const body = { model: 'small-model', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
  const headers = { 'content-type': 'application/json' }
  return fetch(`${model.url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) })
}
