import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { shareChat } from '#contract/endpoints/shares.ts'
import { createTestClient, type TestClient } from '#support/api/test-client.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { createPdf, createPicture } from '#support/fixtures/test-files.ts'
import { environmentOf, startServerProcess } from '#support/servers/server-process.ts'
import { createChatUser } from '#support/users/chat-user.ts'

// What a bundle can lose, and the sources cannot: worker threads, native code and paths of the project.
describe('the bundled server', () => {
  let storage: TestStorage
  let model: Awaited<ReturnType<typeof startModelServer>>
  let server: Awaited<ReturnType<typeof startServerProcess>>
  let client: TestClient
  beforeAll(async () => {
    storage = await createTestStorage('sqlite', { migrated: true })
    model = await startModelServer()
    server = await startServerProcess(
      environmentOf(storage, { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'gpt-4o', SCORING: 'off' }),
    )
    client = createTestClient(server.address)
  })
  afterAll(async () => {
    await server.kill('SIGKILL')
    await model.close()
    await storage.remove()
  })

  it('reads a PDF and a picture for the model, and renders a shared answer, in its threads and native code', async () => {
    const user = await createChatUser(client)
    const files = [
      await uploadFile(client, user.token, createPdf(['The page speaks of tomatoes.']), { name: 'page.pdf' }),
      await uploadFile(client, user.token, await createPicture('png'), { name: 'picture.png' }),
    ]
    model.next({ tokens: ['It speaks of ', '**tomatoes**.'] })
    const body = { id: randomUUID(), chat: user.chatId, content: 'Read', files: files.map(({ id }) => id) }
    await client.call(sendMessage, { token: user.token, body })
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('The page speaks of tomatoes.')

    const { url } = await client.call(shareChat, {
      token: user.token,
      params: { id: user.chatId },
      body: { with_author: false, with_scores: false, expires_in_days: null },
    })
    const page = await client.send(new URL(url).pathname)
    expect(page.text).toContain('<strong>tomatoes</strong>')
  })

  it('serves the API’s description and refuses what does not exist', async () => {
    expect((await client.send('/api/v1/openapi.json')).status).toBe(200)
    expect((await client.send('/api/v1/nothing')).status).toBe(404)
  })
})
