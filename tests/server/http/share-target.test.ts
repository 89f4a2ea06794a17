import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'

let storage: TestStorage
let server: TestServer
beforeAll(async () => {
  storage = await createTestStorage('sqlite', { migrated: true })
  // With or without the worker, whoever has not installed it yet sends the form to the server.
  server = await startTestServer(storage, { env: { SERVICE_WORKER: 'off' } })
})
afterAll(async () => {
  await server.close()
  await storage.remove()
})

/** Sends what the system of a phone does; returns the status and the query of the address that the answer names. */
async function share(fields: Record<string, string>, ...files: File[]) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const file of files) form.append('files', file)
  return open({ body: form })
}

async function open(init: RequestInit) {
  const response = await fetch(`${server.address}/chat/new`, { method: 'POST', redirect: 'manual', ...init })
  const location = response.headers.get('location')
  const [path, query = ''] = location?.split('?') ?? []
  return { status: response.status, location, path, query: Object.fromEntries(new URLSearchParams(query)) }
}

test('a shared text goes to the composer in the address, as the service worker passes it on', async () => {
  expect(
    await share({ title: 'Tides', text: 'High at 6:40 & ¿qué? 🌊', url: 'https://example.org/?a=1' }),
  ).toMatchObject({
    status: 303,
    path: '/chat/new',
    query: { title: 'Tides', text: 'High at 6:40 & ¿qué? 🌊', url: 'https://example.org/?a=1' },
  })
  expect(await share({ text: '' })).toMatchObject({ status: 303, location: '/chat/new' })
})

test('shared files are reported as lost, with the text beside them, however large they are', async () => {
  const small = new File(['content'], 'a.txt', { type: 'text/plain' })
  const large = new File([new Uint8Array(5_000_000)], 'b.jpg', { type: 'image/jpeg' })
  const none = new File([], '', { type: 'application/octet-stream' })
  expect((await share({ text: 'Look' }, small)).query).toEqual({ text: 'Look', lost: 'files' })
  expect((await share({ text: 'Look' }, small, large, large)).query).toEqual({ text: 'Look', lost: 'files' })
  expect((await share({}, large)).query).toEqual({ lost: 'files' })
  // What a form without a chosen file has.
  expect((await share({ text: 'Look' }, none)).query).toEqual({ text: 'Look' })
})

test('a text that is too long for an address is cut between characters, which the address says', async () => {
  const text = '🌊'.repeat(10_000)
  const { location, query } = await share({ text, url: 'https://example.org/tides' })
  expect(location?.length).toBeLessThan(6_200)
  expect(query).toMatchObject({ url: 'https://example.org/tides', lost: 'text' })
  expect(query.text?.length).toBeGreaterThan(500)
  expect(text.startsWith(query.text ?? '?')).toBe(true)
})

test('anything else than a multipart form is refused, as is one that is larger than all files of a message', async () => {
  expect(
    (await open({ body: 'text=Look', headers: { 'content-type': 'application/x-www-form-urlencoded' } })).status,
  ).toBe(400)
  const broken = { body: '--a\r\nnonsense', headers: { 'content-type': 'multipart/form-data; boundary=a' } }
  expect((await open(broken)).status).toBe(400)
})
