import { randomBytes, randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pino } from 'pino'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createFile, getFile, uploadChunk } from '#contract/endpoints/files.ts'
import { readPictures } from '#server/modules/chats/generations/prompt/attached-files.ts'
import { mapStoreError } from '#server/modules/files/use-cases/stored-objects.ts'
import { FileStoreError, readObject } from '#server/providers/files/file-store.ts'
import { createS3Store } from '#server/providers/files/s3-store.ts'
import { fileInput, uploadFile } from '#support/api/upload-file.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startS3Server } from '#support/fakes/s3-server.ts'
import { createPicture, randomText } from '#support/fixtures/test-files.ts'
import { startStubServer } from '#support/servers/stub-server.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const s3 = await startS3Server()
afterAll(() => s3.close())

const account = { bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' }

async function startOnS3(env: Record<string, string> = {}) {
  const storage = await createTestStorage('sqlite', { migrated: true })
  const server = await startTestServer(storage, { env: { ...s3.env, ...env } })
  const { token } = await insertSignedInUser(server.dependencies)
  const close = async () => {
    await server.close()
    await storage.remove()
  }
  return { server, token, close }
}

describe('files in an S3-compatible store', () => {
  it('are written, read and removed by requests with valid signatures', async () => {
    const { server, token, close } = await startOnS3()
    const bytes = await createPicture('png', 90, 90)
    const { id } = await uploadFile(server, token, bytes, { chunk: 100 })
    // The picture and its thumbnail; the chunks are removed.
    expect(s3.objects.size).toBe(2)
    expect([...s3.objects.values()].some((stored) => stored.equals(bytes))).toBe(true)
    const response = await server.open(getFile, { token, params: { id } })
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes)
    server.advance(86_400_001)
    await server.dependencies.erasure.run()
    expect([s3.objects.size, s3.refused]).toEqual([0, []])
    await close()
  })

  it('are tried again by the client while the store is unreachable, and none is lost', async () => {
    const { server, token, close } = await startOnS3()
    const [bytes, id] = [randomText(), randomUUID()]
    await server.call(createFile, { token, body: fileInput(bytes, { id }) })
    const chunk = { token, params: { id }, query: { offset: 0 }, body: new Blob([bytes]) }
    s3.status = 500
    const failed = await server.reply(uploadChunk, chunk)
    expect([failed.status, failed.headers.get('retry-after')]).toEqual([503, '5'])
    s3.status = null
    expect((await server.reply(uploadChunk, chunk)).status).toBe(201)
    await close()
  })

  it('are refused by the store when the key is wrong', async () => {
    const { server, token, close } = await startOnS3({ FILES_S3_SECRET_KEY: 'another' })
    await expect(uploadFile(server, token, randomText())).rejects.toThrow('503')
    expect(s3.refused).toContain('a wrong signature')
    await close()
  })

  it('stay recorded while the settings name another bucket, and are removed from the right one later', async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const env = { ...s3.env, TOKEN_SECRET: randomBytes(32).toString('hex') }
    const right = await startTestServer(storage, { env })
    const { token } = await insertSignedInUser(right.dependencies)
    const before = s3.objects.size
    const { id } = await uploadFile(right, token, randomText())
    await right.close()
    const wrong = await startTestServer(storage, { env: { ...env, FILES_S3_BUCKET: 'another' } })
    expect((await wrong.reply(getFile, { token, params: { id } })).status).toBe(503)
    wrong.advance(86_400_001)
    await wrong.dependencies.erasure.run()
    expect(wrong.logs.join('')).toContain('the file store answered DELETE with 404 NoSuchBucket')
    await wrong.close()
    expect(s3.objects.size).toBe(before + 1)
    const again = await startTestServer(storage, { env })
    again.advance(86_400_001)
    await again.dependencies.erasure.run()
    expect(s3.objects.size).toBe(before)
    await again.close()
    await storage.remove()
  })

  it('count as missing only when the store says so of the object', async () => {
    const answers = { text: '<Error><Code>NoSuchKey</Code></Error>' }
    const server = await startStubServer(() => ({ status: 404, text: answers.text }))
    const store = createS3Store({ endpoint: server.url, ...account })
    expect(await store.open(randomUUID())).toBeNull()
    // Some servers answer so to the removal of an object that is gone already.
    await store.remove(randomUUID())
    await expect(store.put(randomUUID(), new TextEncoder().encode('1'))).rejects.toThrow('PUT with 404 NoSuchKey')
    answers.text = '<html>No such page</html>'
    await expect(store.open(randomUUID())).rejects.toThrow(/GET with 404$/)
    await expect(store.remove(randomUUID())).rejects.toThrow(/DELETE with 404$/)
    await server.close()
  })

  /** A store that sends the headers of an object and some of its bytes, and then does what `then` says. */
  async function startBrokenStore(then: (response: ServerResponse) => void) {
    const server = await startStubServer(() => (response) => {
      response.writeHead(200, { 'content-length': '9' })
      response.write('some', () => then(response))
    })
    onTestFinished(() => server.close())
    return server
  }

  it.each([
    ['sends no more', () => undefined],
    ['is cut off', (response: ServerResponse) => void response.destroy()],
  ])('count as unavailable when the store begins an object and then %s', async (_, then) => {
    const server = await startBrokenStore(then)
    const store = createS3Store({ endpoint: server.url, ...account }, { silenceMs: 100 })
    const reading = readObject(store, randomUUID())
    await expect(reading).rejects.toThrow(FileStoreError)
    await expect(reading).rejects.toThrow('the file store broke off an object')
    await expect(mapStoreError(reading)).rejects.toMatchObject({ code: 'overloaded' })
  })

  it('are no longer waited for by an answer that is stopped, which is no fault of the store', async () => {
    let isBegun = false
    const server = await startBrokenStore(() => {
      isBegun = true
    })
    const files = createS3Store({ endpoint: server.url, ...account })
    const warnings: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void warnings.push(line) })
    const controller = new AbortController()
    const picture = { message_id: randomUUID(), name: 'a.png', media_type: 'image/png', content_id: 1, is_cut: 0 }
    const attached = { ...picture, object: randomUUID(), bytes: null }
    const pictures = readPictures({ files, log }, [[attached]], { most: 1, signal: controller.signal })
    await vi.waitFor(() => expect(isBegun).toBe(true))
    controller.abort()
    expect([(await pictures).size, warnings]).toEqual([0, []])
  })

  it('are no longer waited for by a removal that is aborted', async () => {
    const silent = await startStubServer(() => new Promise(() => {}))
    const store = createS3Store({ endpoint: silent.url, ...account })
    const controller = new AbortController()
    const removal = store.remove(randomUUID(), controller.signal)
    await vi.waitFor(() => expect(silent.arrived).toHaveLength(1))
    controller.abort()
    await expect(removal).rejects.toThrow('unreachable')
    await silent.close()
  })
})
