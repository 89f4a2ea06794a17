import * as v from 'valibot'
import { ApiUser } from '../../../scripts/demo/api-user.ts'

const Messages = v.object({ messages: v.array(v.object({ role: v.string(), content: v.string() })) })
const tokens = new Map<string, string>()

/** Returns a user's questions in a chat from the server, oldest first; empty while the server has no such chat. */
export async function storedQuestions(url: string, user: ApiUser, chatId: string): Promise<string[]> {
  const { credentials } = user
  const read = (token: string) =>
    fetch(`${url}/api/v1/companion/chat/${chatId}/?limit=100`, { headers: { authorization: `Bearer ${token}` } })
  let response = await read(tokens.get(credentials.email) ?? user.authenticated.access)
  if (response.status === 401) {
    const { authenticated } = await ApiUser.login(url, credentials)
    tokens.set(credentials.email, authenticated.access)
    response = await read(authenticated.access)
  }
  if (response.status === 404) return []
  const { messages } = v.parse(Messages, await response.json())
  return messages.filter(({ role }) => role === 'user').map(({ content }) => content)
}
