import { v7 as uuid } from 'uuid'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CompanionDatabase } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { pruneFiles, readFile } from '#offline/files/file-copies.ts'
import { onProgress } from '#offline/files/upload-progress.ts'
import { LEASE_MS } from '#offline/flush/settle-entry.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { moveToDraft, retry } from '#offline/outbox/outbox-actions.ts'
import { attachFile } from '#support/device/attach-file.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'

/** More than two of the largest chunks. */
const LARGE = 2_500_000

/** A new chat with a message that has two files, and a message without one after it; none of them is sent. */
async function startWithFiles() {
  const device = await startDevice()
  const chatId = uuid()
  const large = await attachFile(device.db, ME, NEW_CHAT, { name: 'large.txt', size: LARGE })
  const small = await attachFile(device.db, ME, NEW_CHAT, { name: 'small.txt' })
  const files = [large.file, small.file]
  const messageId = await enqueueMessage(device.db, { userId: ME, chatId, content: 'first', files, newChat: {} })
  await enqueueMessage(device.db, { userId: ME, chatId, content: 'second' })
  return { device, chatId, messageId, large, small }
}
type Started = Awaited<ReturnType<typeof startWithFiles>>

async function expectAllOnce({ device, chatId, messageId, large, small }: Started): Promise<void> {
  const { server, db } = device
  expect(server.questions(chatId)).toEqual(['first', 'second'])
  expect(server.messages.get(messageId)?.files?.map(({ id }) => id)).toEqual([large.file.id, small.file.id])
  const complete = server.files.complete()
  expect([...complete.keys()]).toEqual([large.file.id, small.file.id])
  expect(complete.get(large.file.id)?.equals(large.bytes)).toBe(true)
  expect(complete.get(small.file.id)?.equals(small.bytes)).toBe(true)
  expect(await readEntries(db, ME)).toEqual([])
  expect(await readDraftFiles(db, ME, chatId)).toEqual([])
  await pruneFiles(db, ME)
  // They stay as copies, to be shown offline.
  expect((await readFile(db, ME, small.file.id))?.bytes?.byteLength).toBe(1_000)
}

const paths = ({ server }: Device) => server.arrived.map(({ method, path }) => `${method} ${path}`)

describe('a message with files', () => {
  it('is sent after its files, which are uploaded in chunks and once', async () => {
    const started = await startWithFiles()
    expect(await started.device.flush()).toMatchObject({ sent: 3, nextAt: null })
    await expectAllOnce(started)
    const chunks = paths(started.device).filter((path) => path.startsWith('PATCH'))
    expect(chunks.length).toBeGreaterThan(2)
    expect(paths(started.device).at(-2)).toBe('POST /companion/chat/')
  })

  it('reports to every page what the server has of each file, from where the upload goes on', async () => {
    const started = await startWithFiles()
    const { device, large } = started
    const sent: number[] = []
    onTestFinished(onProgress(large.file.id, (bytes) => void sent.push(bytes)))
    let chunks = 0
    device.server.intercept = ({ method }) => (method === 'PATCH' && ++chunks === 3 ? 'cut' : undefined)
    await device.flush()
    await expect.poll(() => sent.length).toBe(3)
    expect(sent[0]).toBe(0)
    const [, , reached = 0] = sent
    expect(reached).toBeGreaterThan(0)
    device.server.intercept = undefined
    device.clock.now += LEASE_MS
    await device.flush()
    await expect.poll(() => sent.at(-1)).toBe(LARGE)
    expect(sent[3]).toBe(reached)
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
  })

  it.each([
    ['before it arrives', 'lost'],
    ['after the server has performed it', 'performed'],
  ])('neither loses nor doubles anything when the worker is killed at any request, %s', async (_, when) => {
    const requests = await countRequests()
    for (let killed = 1; killed <= requests; killed += 1) {
      const started = await startWithFiles()
      const { device } = started
      // The killed worker has its own connection, which writes nothing more.
      const worker = new CompanionDatabase({ name: device.db.name })
      let request = 0
      device.server.intercept = (received) => {
        request += 1
        if (request !== killed) return undefined
        if (when === 'performed') device.server.handle(received)
        worker.close()
        return 'cut'
      }
      await device.flush({ db: worker }).catch(() => undefined)
      expect(request, `request ${killed} was sent`).toBe(killed)
      device.server.intercept = undefined
      // Without locks, the lease of the killed worker must expire first.
      device.clock.now += LEASE_MS
      await device.flush()
      await expectAllOnce(started)
    }
  })

  async function countRequests(): Promise<number> {
    const { device } = await startWithFiles()
    await device.flush()
    return device.server.arrived.length
  }

  it('goes on where a cut connection has ended its upload', async () => {
    const started = await startWithFiles()
    const { device } = started
    let chunks = 0
    device.server.intercept = ({ method }) => {
      if (method === 'PATCH') chunks += 1
      if (chunks < 2) return undefined
      device.server.intercept = undefined
      return 'cut'
    }
    await device.flush()
    device.clock.now += 60_000
    const before = device.server.arrived.length
    await device.flush()
    const [, next] = device.server.arrived.slice(before)
    expect(Number(next?.query.get('offset'))).toBeGreaterThan(0)
    await expectAllOnce(started)
  })

  it.each([
    ['a server', 'overloaded', 503],
    ['a proxy', 'request_timeout', 408],
  ])('is sent in smaller chunks after %s has given up one that arrived too slowly', async (_, code, status) => {
    const started = await startWithFiles()
    const { device } = started
    let chunks = 0
    device.server.intercept = ({ method }) => {
      if (method === 'PATCH') chunks += 1
      if (chunks < 2) return undefined
      device.server.intercept = undefined
      return coded(status, code)
    }
    await device.flush()
    device.clock.now += 60_000
    await device.flush()
    const sizes = device.server.arrived.filter(({ method }) => method === 'PATCH').map(({ body }) => body.byteLength)
    const [, refused = 0, next] = sizes
    expect(next).toBe(refused / 2)
    await expectAllOnce(started)
  })

  it('is uploaded once by two flushes at the same time', async () => {
    const started = await startWithFiles()
    await Promise.all([started.device.flush(), started.device.flush()])
    await expectAllOnce(started)
  })

  it('keeps its lease while a long upload goes on', async () => {
    const started = await startWithFiles()
    const { device } = started
    const leases: number[] = []
    device.server.intercept = async ({ method }) => {
      if (method !== 'PATCH') return undefined
      device.clock.now += LEASE_MS * 0.6
      const entry = (await readEntries(device.db, ME)).find(({ kind }) => kind === 'message.send')
      leases.push((entry?.lease?.until ?? 0) - device.clock.now)
      return undefined
    }
    await device.flush()
    expect(leases.length).toBeGreaterThan(2)
    expect(Math.min(...leases)).toBeGreaterThan(0)
    await expectAllOnce(started)
  })

  it('uploads its files again when the server has forgotten them', async () => {
    const started = await startWithFiles()
    const { device } = started
    device.server.intercept = ({ method, path }) => {
      if (method !== 'POST' || path !== '/companion/chat/') return undefined
      device.server.intercept = undefined
      device.server.files.forget()
      return undefined
    }
    await device.flush()
    expect(device.server.questions()).toEqual([])
    device.clock.now += 60_000
    await device.flush()
    await expectAllOnce(started)
  })

  it('fails when the server refuses one of them, and returns to the draft with the reason beside it', async () => {
    const started = await startWithFiles()
    const { device, messageId, chatId, large, small } = started
    device.server.intercept = ({ json }) => (json.id === small.file.id ? coded(422, 'file_encrypted') : undefined)
    await device.flush()
    const failed = (await readEntries(device.db, ME)).find(({ id }) => id === messageId)
    expect(failed).toMatchObject({ state: 'failed', error: { code: 'file_encrypted', file: small.file.id } })
    expect(device.server.questions()).toEqual([])
    await moveToDraft(device.db, messageId)
    expect(await readDraftFiles(device.db, ME, chatId)).toEqual([
      large.file,
      { ...small.file, refused: 'file_encrypted' },
    ])
  })

  it('is sent on another try when the server had no space for its files', async () => {
    const started = await startWithFiles()
    const { device, messageId } = started
    device.server.intercept = ({ path }) => (path === '/companion/files/' ? coded(413, 'files_full') : undefined)
    await device.flush()
    device.server.intercept = undefined
    await retry(device.db, messageId)
    await device.flush()
    await expectAllOnce(started)
  })
})

describe('an edited question', () => {
  it('has the files of the question that it replaces, without an upload', async () => {
    const started = await startWithFiles()
    const { device, chatId, messageId, small } = started
    await device.flush()
    await pruneFiles(device.db, ME)
    const before = device.server.arrived.length
    const id = await enqueueMessage(device.db, { userId: ME, chatId, content: 'other', replaces: messageId })
    const [entry] = await readEntries(device.db, ME)
    expect(entry).toMatchObject({ files: [{ name: 'large.txt' }, { id: small.file.id }] })
    await device.flush()
    expect(paths(device).slice(before)).toEqual(['POST /companion/chat/'])
    expect(device.server.messages.get(id)?.files).toHaveLength(2)
  })
})
