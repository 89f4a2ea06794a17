import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createFile, getFile, getFileThumbnail, uploadChunk } from '#contract/endpoints/files.ts'
import { FILE_CHUNK_MAX, FILE_MAX } from '#contract/limits.ts'
import { fileInput, uploadFile } from '#support/api/upload-file.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { createPdf, createPicture, heic, randomText } from '#support/fixtures/test-files.ts'
import { createPngBomb } from '#support/fixtures/test-images.ts'
import { describeServerOnEachEngine, startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

/** The objects in the data folder. */
const storedIn = ({ dependencies }: TestServer): string[] =>
  readdirSync(join(dependencies.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

const download = async (server: TestServer, token: string, id: string) => {
  const response = await server.open(getFile, { token, params: { id } })
  expect(response.status).toBe(200)
  return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) }
}

describeServerOnEachEngine('an upload', (server) => {
  const makeUser = () => insertSignedInUser(server().dependencies)
  const begin = (token: string, bytes: Uint8Array, given = {}) =>
    server().reply(createFile, { token, body: fileInput(bytes, given) })
  const send = (token: string, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) =>
    server().reply(uploadChunk, { token, params: { id }, query: { offset }, body: new Blob([bytes]) })

  it('continues at its offset, and returns the file with the last chunk and with every repeat', async () => {
    const { token } = await makeUser()
    const bytes = randomText(1_000)
    const id = randomUUID()
    expect(await begin(token, bytes, { id })).toMatchObject({ status: 202, body: { id, offset: 0 } })
    expect(await send(token, id, 0, bytes.subarray(0, 400))).toMatchObject({ status: 202, body: { id, offset: 400 } })
    expect(await send(token, id, 0, bytes.subarray(0, 400))).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await send(token, id, 500, bytes.subarray(500))).toMatchObject({ status: 409 })
    expect(await begin(token, bytes, { id })).toMatchObject({ status: 202, body: { id, offset: 400 } })
    const last = await send(token, id, 400, bytes.subarray(400))
    const url = `/api/v1/companion/files/${id}/`
    const { sha256, name } = fileInput(bytes)
    const file = { id, name, media_type: 'text/plain', size: 1_000, sha256, width: null, height: null, url }
    expect(last).toMatchObject({ status: 201, body: { ...file, thumbnail_url: null } })
    expect(await send(token, id, 400, bytes.subarray(400))).toMatchObject({ status: 200, body: file })
    expect(await begin(token, bytes, { id })).toMatchObject({ status: 200, body: file })
    expect((await download(server(), token, id)).bytes).toEqual(bytes)
  })

  it('is accepted and repeated under a name that ends within a surrogate pair, whose half is replaced', async () => {
    const { token } = await makeUser()
    const [bytes, id, name] = [randomText(), randomUUID(), 'holiday \ud83d']
    expect(await begin(token, bytes, { id, name })).toMatchObject({ status: 202, body: { id, offset: 0 } })
    const file = await send(token, id, 0, bytes)
    expect(file).toMatchObject({ status: 201, body: { id, name: 'holiday \ufffd' } })
    expect(await begin(token, bytes, { id, name })).toMatchObject({ status: 200, body: file.body })
  })

  it('stores the same content of a user once, and that of two users twice', async () => {
    const [one, two] = [await makeUser(), await makeUser()]
    const bytes = randomText()
    const before = storedIn(server()).length
    await uploadFile(server(), one.token, bytes, { name: 'first.txt', chunk: 100 })
    const known = await begin(one.token, bytes, { name: 'second.txt' })
    expect(known).toMatchObject({ status: 201, body: { name: 'second.txt', size: bytes.length } })
    expect(storedIn(server())).toHaveLength(before + 1)
    await uploadFile(server(), two.token, bytes)
    expect(storedIn(server())).toHaveLength(before + 2)
  })

  it('keeps no chunks when the same content was completed under another id meanwhile', async () => {
    const { token } = await makeUser()
    const [bytes, id] = [randomText(1_000), randomUUID()]
    const before = storedIn(server()).length
    await begin(token, bytes, { id })
    await send(token, id, 0, bytes.subarray(0, 400))
    await uploadFile(server(), token, bytes)
    expect(await begin(token, bytes, { id })).toMatchObject({ status: 201, body: { id, size: 1_000 } })
    expect(storedIn(server())).toHaveLength(before + 1)
    expect((await download(server(), token, id)).bytes).toEqual(bytes)
  })

  it('takes each chunk once when several requests send it at the same time', async () => {
    const { token } = await makeUser()
    const [bytes, id] = [randomText(600), randomUUID()]
    await begin(token, bytes, { id })
    const before = storedIn(server()).length
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(token, id, 0, bytes)))
    const statuses = replies.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0)
    expect(statuses.filter((status) => ![200, 201, 409].includes(status))).toEqual([])
    expect((await download(server(), token, id)).bytes).toEqual(bytes)
    expect(storedIn(server())).toHaveLength(before + 1)
  })

  it('refuses the id of another upload of the same user, and knows none of another user', async () => {
    const [one, two] = [await makeUser(), await makeUser()]
    const [bytes, id] = [randomText(), randomUUID()]
    await uploadFile(server(), one.token, bytes, { id })
    for (const other of [{ name: 'other.txt' }, { size: 1 }, { sha256: '0'.repeat(64) }, { media_type: 'text/css' }]) {
      expect(await begin(one.token, bytes, { id, ...other })).toMatchObject({
        status: 409,
        body: { code: 'id_conflict' },
      })
    }
    for (const call of [getFile, getFileThumbnail]) {
      expect((await server().reply(call, { token: two.token, params: { id } })).status).toBe(404)
    }
    expect((await send(two.token, id, 0, bytes)).status).toBe(404)
    expect(await begin(two.token, bytes, { id })).toMatchObject({ status: 202, body: { offset: 0 } })
  })

  it('is refused with another hash than announced, and deleted with its bytes, so that it can be sent again', async () => {
    const { token } = await makeUser()
    const [bytes, id] = [randomText(500), randomUUID()]
    await begin(token, bytes, { id })
    const before = storedIn(server()).length
    await send(token, id, 0, bytes.subarray(0, 100))
    const reply = await send(token, id, 100, randomText(400))
    expect(reply).toMatchObject({ status: 422, body: { code: 'file_changed' } })
    expect(storedIn(server())).toHaveLength(before)
    expect((await uploadFile(server(), token, bytes, { id })).id).toBe(id)
  })

  it('is limited in its size, that of each chunk, and that of all files of a user', async () => {
    const { token } = await makeUser()
    const bytes = randomText()
    const code = (status: number, code: string) => ({ status, body: { code } })
    expect(await begin(token, bytes, { size: FILE_MAX + 1 })).toMatchObject(code(413, 'file_too_large'))
    expect(await begin(token, bytes, { size: 0 })).toMatchObject(code(422, 'file_broken'))
    const id = randomUUID()
    expect(await begin(token, bytes, { id, size: FILE_MAX })).toMatchObject({ status: 202 })
    expect(await send(token, id, 0, randomText(FILE_CHUNK_MAX + 1))).toMatchObject(code(413, 'payload_too_large'))
    expect(await send(token, id, 0, new Uint8Array())).toMatchObject(code(400, 'bad_request'))
    const small = randomUUID()
    await begin(token, bytes, { id: small })
    expect(await send(token, small, 0, randomText(301))).toMatchObject(code(400, 'bad_request'))
  })

  it('has the size of pictures as they are shown, and a thumbnail', async () => {
    const { token } = await makeUser()
    const rotated = await sharp(await createPicture('jpeg', 1200, 600))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { id, ...file } = await uploadFile(server(), token, new Uint8Array(rotated), { name: 'ñandú ’1’.jpg' })
    expect(file).toMatchObject({ media_type: 'image/jpeg', width: 600, height: 1200 })
    const url = `/api/v1/companion/files/${id}/`
    expect(file).toMatchObject({ url, thumbnail_url: `${url}thumbnail/` })
    const thumbnail = await server().open(getFileThumbnail, { token, params: { id } })
    expect(thumbnail.headers.get('content-type')).toBe('image/webp')
    const { width, height } = await sharp(await thumbnail.arrayBuffer()).metadata()
    expect([width, height]).toEqual([256, 512])
    const { headers, bytes } = await download(server(), token, id)
    expect(bytes).toEqual(new Uint8Array(rotated))
    expect(headers.get('content-type')).toBe('image/jpeg')
    expect(headers.get('content-disposition')).toBe(
      `inline; filename*=UTF-8''%C3%B1and%C3%BA%20%E2%80%991%E2%80%99.jpg`,
    )
  })

  it('is served with headers that let nothing in it run', async () => {
    const { token } = await makeUser()
    const page = new Uint8Array(Buffer.from('<!doctype html><script>alert(1)</script>'))
    const { id } = await uploadFile(server(), token, page, { name: 'page.html', media_type: 'text/html' })
    const { headers } = await download(server(), token, id)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''page.html",
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(page.length),
    })
  })
})

describe('the content of an upload', () => {
  const picture = (bytes: Uint8Array) => new Uint8Array(bytes.subarray(0, bytes.length - 40))
  const text = (content: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(content, encoding))

  it('decides what a file is, whatever its name and type say', async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const server = await startTestServer(storage, { env: { FILES_PER_USER_MB: '1' } })
    const { token } = await insertSignedInUser(server.dependencies)
    const take = async (bytes: Uint8Array<ArrayBuffer>, media_type: string) => {
      const body = fileInput(bytes, { media_type, name: 'name.exe' })
      const begun = await server.reply(createFile, { token, body })
      if (begun.status !== 202) return begun
      const input = { token, params: { id: body.id }, query: { offset: 0 }, body: new Blob([bytes]) }
      return server.reply(uploadChunk, input)
    }
    const accepted: [string, Uint8Array<ArrayBuffer>, string][] = [
      ['image/jpeg', await createPicture('jpeg'), 'image/png'],
      ['image/png', await createPicture('png'), ''],
      ['image/webp', await createPicture('webp'), 'image/jpeg'],
      ['image/heic', heic(), 'image/heic'],
      ['application/pdf', createPdf(['Hello']), 'application/octet-stream'],
      ['text/plain', text('const a = 1 // ñ'), 'text/javascript'],
      ['text/plain', text('\ufeffwords', 'utf16le'), 'text/plain'],
    ]
    for (const [type, bytes, given] of accepted) {
      expect(await take(bytes, given), type).toMatchObject({ status: 201, body: { media_type: type } })
    }
    const refused: [string, Uint8Array<ArrayBuffer>, string][] = [
      ['file_type_unsupported', text('MZ\0\0\x90', 'latin1'), ''],
      ['file_type_unsupported', text('PK\x03\x04\0\0', 'latin1'), 'text/plain'],
      ['file_type_unsupported', text('\0\0\0\x1cftypmif1\0\0\0\0mif1avif', 'latin1'), ''],
      ['file_broken', text('no picture at all'), 'image/png'],
      ['file_broken', text('no document'), 'application/pdf'],
      ['file_broken', picture(await createPicture('jpeg', 300, 300)), 'image/jpeg'],
      ['file_broken', picture(await createPicture('png', 300, 300)), 'image/png'],
      ['file_broken', text('%PDF-1.7\nand nothing else'), 'application/pdf'],
      ['file_encrypted', createPdf(['Secret'], { encrypted: true }), 'application/pdf'],
      ['file_too_large', new Uint8Array(createPngBomb(30_000, 30_000)), 'image/png'],
    ]
    for (const [code, bytes, given] of refused) {
      expect((await take(bytes, given)).body, `${code} ${given}`).toMatchObject({ code })
    }
    expect(await take(randomText(999_900), 'text/plain')).toMatchObject({ status: 413, body: { code: 'files_full' } })
    await server.close()
    await storage.remove()
  })
})
