import { randomUUID } from 'node:crypto'
import { getMessages } from '#contract/endpoints/chats.ts'
import { listExchangesToRate, offerExchange, rateExchange } from '#contract/endpoints/ratings/ratings.ts'
import { acceptValidator, listValidators, signUpValidator } from '#contract/endpoints/ratings/validators.ts'
import { createTestClient } from '#support/api/test-client.ts'
import type { App } from './app.ts'

/** Lets a validator report two exchanges, and returns the reasons, by which they are found in the list. */
export async function reportExchanges(app: App, admin: string): Promise<[string, string]> {
  const client = createTestClient(app.server.url)
  const [author, validator] = [await app.makeUser(), await app.makeUser({ trial: false })]
  const { email } = validator.credentials
  const token = validator.authenticated.access
  await client.call(signUpValidator, { token, body: { name: 'Ada', email } })
  const { results } = await client.call(listValidators, { token: admin })
  const { id } = results.find((one) => one.email === email) ?? { id: 0 }
  await client.call(acceptValidator, { token: admin, params: { id } })
  const report = async (): Promise<string> => {
    const reason = `Reported ${randomUUID()}`
    const chatId = await author.chat(['When do I plant tomatoes?'], 'Garden')
    const { messages } = await client.call(getMessages, { token: author.authenticated.access, params: { id: chatId } })
    const answer = messages.find(({ role }) => role === 'assistant')?.id ?? ''
    const body = { question: reason, answer: 'In May.', language: 'en' } as const
    await client.call(offerExchange, { token: author.authenticated.access, params: { id: answer }, body })
    const exchanges = (await client.call(listExchangesToRate, { token })).results
    const exchange = exchanges.find(({ question }) => question === reason)?.id ?? ''
    const rating = { kind: 'report', scores: null, reason, quote: '' } as const
    await client.call(rateExchange, { token, body: { id: randomUUID(), exchange, ...rating } })
    return reason
  }
  return [await report(), await report()]
}
