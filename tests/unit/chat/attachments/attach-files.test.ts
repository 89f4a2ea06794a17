import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { attachFiles } from '#features/chat/attachments/attach-files.ts'
import { attachingFiles, dismissAttaching, dismissRefused, whenAttached } from '#features/chat/attachments/attaching.ts'
import { database } from '#offline/database/database.ts'
import { readDraftFiles } from '#offline/files/draft-files.ts'
import { readFile } from '#offline/files/file-copies.ts'
import { newId } from '#offline/outbox/new-entry.ts'

const userId = 7
let draftKey: string

beforeEach(() => {
  draftKey = newId()
  onTestFinished(() => attachingFiles.set([]))
})

const textFile = (name: string, text: string | Uint8Array<ArrayBuffer> = name, type = 'text/plain') =>
  new File([text], name, { type })
const attach = (...files: File[]) => attachFiles(files, { userId, draftKey: () => draftKey })
const attached = () => readDraftFiles(database(), userId, draftKey)
const refused = () => attachingFiles.get().map(({ name, problem }) => [name, problem])

/** A canvas that writes PNG instead of WebP, as in Safari, unless `writesWebp`. Returns what is painted on it. */
function stubCanvas({ writesWebp = true } = {}): string[] {
  const painted: string[] = []
  class Canvas {
    getContext() {
      const context = { fillStyle: '', drawImage: () => painted.push('picture') }
      return Object.assign(context, { fillRect: () => painted.push(context.fillStyle) })
    }
    convertToBlob = async ({ type }: { type: string }) =>
      new Blob(['drawn'], { type: type === 'image/webp' && !writesWebp ? 'image/png' : type })
  }
  vi.stubGlobal('OffscreenCanvas', Canvas)
  vi.stubGlobal('createImageBitmap', async () => ({ width: 2, height: 2, close: () => undefined }))
  onTestFinished(() => void vi.unstubAllGlobals())
  return painted
}

describe('chosen files', () => {
  it('are shown at once and stored in their order, with hash, kind and content', async () => {
    attach(textFile('a.txt', 'first'), textFile('b.ts', 'let b', 'video/mp2t'))
    attach(textFile('c.pdf', '%PDF-1.7 …', ''))
    expect(attachingFiles.get().map(({ name }) => name)).toEqual(['a.txt', 'b.ts', 'c.pdf'])
    await whenAttached()
    expect(attachingFiles.get()).toEqual([])
    const stored = await attached()
    expect(stored.map(({ name, media_type }) => [name, media_type])).toEqual([
      ['a.txt', 'text/plain'],
      ['b.ts', 'text/plain'],
      ['c.pdf', 'application/pdf'],
    ])
    const [first] = stored
    expect(first).toMatchObject({ size: 5, sha256: createHash('sha256').update('first').digest('hex') })
    const content = await readFile(database(), userId, first?.id ?? '')
    expect(Buffer.from(content?.bytes ?? new ArrayBuffer(0)).toString()).toBe('first')
  })

  it('are refused with the reason when they cannot be sent, and the others stay', async () => {
    attach(
      textFile('huge.txt', new Uint8Array(20 * 1024 * 1024 + 1).fill(97)),
      textFile('kept.txt'),
      textFile('empty.txt', ''),
      textFile('program', new Uint8Array([77, 90, 0, 3]), ''),
      textFile('no.pdf', 'not a PDF', 'application/pdf'),
    )
    await whenAttached()
    expect((await attached()).map(({ name }) => name)).toEqual(['kept.txt'])
    expect(refused()).toEqual([
      ['huge.txt', 'file_too_large'],
      ['empty.txt', 'file_broken'],
      ['program', 'file_type_unsupported'],
      ['no.pdf', 'file_broken'],
    ])
    dismissRefused(userId, draftKey)
    expect(refused()).toEqual([])
  })

  it('are refused before they are sent when they are text that the server cannot read, wherever that shows', async () => {
    const long = 'a'.repeat(70_000)
    const latin1 = new Uint8Array(Buffer.from(`${long};año`, 'latin1'))
    const halved = new Uint8Array(Buffer.from('\ufeffaño', 'utf16le').subarray(0, -1))
    const swapped = new Uint8Array(Buffer.from('\ufeffaño', 'utf16le').swap16())
    attach(
      textFile('old.csv', latin1, 'text/csv'),
      textFile('data.log', `${long}\0`),
      textFile('halved.txt', halved),
      textFile('utf-8.csv', `${long};año`, 'text/csv'),
      textFile('utf-16le.txt', new Uint8Array(Buffer.from('\ufeffaño', 'utf16le'))),
      textFile('utf-16be.txt', swapped),
    )
    await whenAttached()
    expect((await attached()).map(({ name }) => name)).toEqual(['utf-8.csv', 'utf-16le.txt', 'utf-16be.txt'])
    expect(refused()).toEqual([
      ['old.csv', 'file_type_unsupported'],
      ['data.log', 'file_type_unsupported'],
      ['halved.txt', 'file_type_unsupported'],
    ])
  })

  it('are attached as they are when they are HEIC that this browser cannot read; other unreadable pictures are refused', async () => {
    const heic = new Uint8Array(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic and the rest', 'latin1'))
    const avif = new Uint8Array(Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif and the rest', 'latin1'))
    attach(
      textFile('IMG_1.HEIC', heic, ''),
      textFile('b.jpg', 'no picture', 'image/jpeg'),
      textFile('c.avif', avif, 'image/avif'),
    )
    await whenAttached()
    const [photo, ...others] = await attached()
    expect(others).toEqual([])
    expect(photo).toMatchObject({ name: 'IMG_1.HEIC', media_type: 'image/heic', size: heic.byteLength, width: null })
    const stored = await readFile(database(), userId, photo?.id ?? '')
    expect(stored?.thumbnail).toBeNull()
    expect(Buffer.from(stored?.bytes ?? new ArrayBuffer(0)).equals(heic)).toBe(true)
    expect(refused()).toEqual([
      ['b.jpg', 'unreadable'],
      ['c.avif', 'unreadable'],
    ])
  })

  it('keep their transparency as PNG or WebP, also without a media type, and get a white ground as JPEG', async () => {
    const painted = stubCanvas()
    attach(
      textFile('a.avif', 'AVIF', 'image/avif'),
      textFile('b.png', 'PNG', ''),
      textFile('c.WEBP', 'WebP', ''),
      textFile('d.gif', 'GIF', 'image/gif'),
    )
    await whenAttached()
    expect((await attached()).map(({ name, media_type }) => [name, media_type])).toEqual([
      ['a.webp', 'image/webp'],
      ['b.png', 'image/png'],
      ['c.WEBP', 'image/webp'],
      ['d.png', 'image/png'],
    ])
    expect(painted).toEqual(Array.from({ length: 8 }, () => 'picture'))
    painted.length = 0
    attach(textFile('e.bmp', 'BMP', 'image/bmp'))
    await whenAttached()
    expect((await attached()).at(-1)).toMatchObject({ name: 'e.jpg', media_type: 'image/jpeg' })
    expect(painted).toEqual(['#fff', 'picture', '#fff', 'picture'])
  })

  it('become JPEG when they are AVIF and PNG when they are WebP, in a browser that cannot write WebP', async () => {
    const painted = stubCanvas({ writesWebp: false })
    attach(textFile('a.avif', 'AVIF', 'image/avif'))
    await whenAttached()
    const [photo] = await attached()
    expect(photo).toMatchObject({ name: 'a.jpg', media_type: 'image/jpeg' })
    expect((await readFile(database(), userId, photo?.id ?? ''))?.thumbnail?.media_type).toBe('image/jpeg')
    expect(painted).toEqual(['picture', '#fff', 'picture', 'picture', '#fff', 'picture'])
    attach(textFile('b.webp', 'WebP', 'image/webp'))
    await whenAttached()
    expect((await attached()).at(-1)).toMatchObject({ name: 'b.png', media_type: 'image/png' })
  })

  it('are limited to ten', async () => {
    attach(...Array.from({ length: 12 }, (_, index) => textFile(`${index}.txt`)))
    await whenAttached()
    expect(await attached()).toHaveLength(10)
    expect(refused()).toEqual([
      ['10.txt', 'too_many'],
      ['11.txt', 'too_many'],
    ])
  })

  it('are not attached when they were removed while they were prepared', async () => {
    attach(textFile('a.txt'), textFile('b.txt'))
    for (const { id } of attachingFiles.get()) dismissAttaching(id)
    await whenAttached()
    expect(await attached()).toEqual([])
  })

  it('are refused when they do not fit on the disk, and nothing of them is stored', async () => {
    const db = database()
    const full = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    db.fileBytes.hook('creating').subscribe(full)
    onTestFinished(() => db.fileBytes.hook('creating').unsubscribe(full))
    attach(textFile('a.txt'))
    await whenAttached()
    expect(refused()).toEqual([['a.txt', 'storage_full']])
    expect(await attached()).toEqual([])
  })
})
