import { createTestClient } from '#support/api/test-client.ts'
import type { ModelServer } from '#support/fakes/model-server.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const REPEATS = 60
/** Requests before the measured ones: the compiler optimises code that runs often. */
const WARM_UP = 20

/**
 * Milliseconds from sending the model's first token to its arrival: directly, and through the server; and from asking
 * the server to that arrival (`asked`), without the time that the model itself waits before its first token.
 */
export async function firstTokens(
  server: LiveServer,
  model: ModelServer,
): Promise<{ straight: number[]; through: number[]; asked: number[] }> {
  const user = await createChatUser(createTestClient(server.url))
  const straight: number[] = []
  const through: number[] = []
  const asked: number[] = []
  for (let i = -WARM_UP; i < REPEATS; i++) {
    const direct = await untilFirst(model, () => askModel(model), '"content"')
    const served = await untilFirst(model, () => user.stream(`Question ${i}`), 'event: delta')
    if (i < 0) continue
    straight.push(direct.sinceSent)
    through.push(served.sinceSent)
    asked.push(served.sinceAsked)
  }
  return { straight, through, asked }
}

async function untilFirst(model: ModelServer, ask: () => Promise<Response>, mark: string) {
  const script = model.next({ tokens: ['One', ' two', ' three.'], paceMs: 5 })
  const askedAt = performance.now()
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
  const modelWaited = script.firstSentAt - script.askedAt
  return { sinceSent: arrived - script.firstSentAt, sinceAsked: arrived - askedAt - modelWaited }
}

function askModel(model: ModelServer): Promise<Response> {
  const body = { model: 'small-model', stream: true, messages: [{ role: 'user', content: 'Hello' }] }
  const headers = { 'content-type': 'application/json' }
  return fetch(`${model.url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) })
}
