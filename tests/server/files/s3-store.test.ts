import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createFile, getFile, uploadChunk } from '#contract/endpoints/files.ts'
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

  it('are no longer waited for by a removal that is aborted', async () => {
    const silent = await startStubServer(() => new Promise(() => {}))
    const store = createS3Store({ endpoint: silent.url, bucket: 'b', region: 'r', accessKey: 'a', secretKey: 's' })
    const controller = new AbortController()
    const removal = store.remove(randomUUID(), controller.signal)
    await vi.waitFor(() => expect(silent.arrived).toHaveLength(1))
    controller.abort()
    await expect(removal).rejects.toThrow('unreachable')
    await silent.close()
  })
})
