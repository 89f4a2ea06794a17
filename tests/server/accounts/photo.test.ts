import sharp from 'sharp'
import { expect, it, test } from 'vitest'
import { deletePhoto, getProfile, uploadPhoto } from '#contract/endpoints/accounts.ts'
import { PHOTO_BODY_MAX } from '#contract/limits.ts'
import type { User } from '#contract/objects/user.ts'
import type { Reply, TestUser } from '#support/api/test-client.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { createPngBomb, createTwoColourPicture, photoForm, readSideColours } from '#support/fixtures/test-images.ts'
import { describeServerOnEachEngine, startTestServer, type TestServer } from '#support/servers/test-server.ts'

const path = `/api/v1${uploadPhoto.path}`

function send(server: TestServer, { access }: TestUser, body: BodyInit, headers: Record<string, string> = {}) {
  return server.send(path, { method: 'POST', body, headers: { Authorization: `Bearer ${access}`, ...headers } })
}

const addressIn = (reply: Reply): string => {
  expect(reply.status, reply.text).toBe(200)
  return (reply.body as User).profile.photo_url ?? 'none'
}

async function fetchPhoto(server: TestServer, address: string): Promise<Uint8Array> {
  const response = await fetch(new URL(address, server.address))
  expect(response.status).toBe(200)
  return new Uint8Array(await response.arrayBuffer())
}

const words = {
  invalid: { photo: ['This is not a photo that can be read. Use JPEG, PNG, WebP, AVIF or GIF'] },
  pixels: { photo: ['The photo has too many pixels: 40 million is the most'] },
  large: { photo: ['The photo is too large: 8 MB is the most'] },
  required: { photo: ['Choose a photo'] },
}

describeServerOnEachEngine('a profile photo', (server, engine) => {
  it('is stored as a square, upright WebP without metadata, and appears in the profile', async () => {
    const user = await server().registerUser()
    // Orientation 6: the camera was rotated; the top of the picture is at its left.
    const camera = (await createTwoColourPicture(900, 600)).withMetadata({ orientation: 6 }).withExifMerge({
      IFD0: { Make: 'A camera', Copyright: 'Ada' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    const sent = await camera.jpeg({ quality: 95 }).toBuffer()
    expect((await sharp(sent).metadata()).exif?.length).toBeGreaterThan(50)

    const address = addressIn(await send(server(), user, photoForm(sent)))
    expect(address).toMatch(/^\/media\/photos\/[\w-]{32}\.webp$/)
    expect((await server().call(getProfile, { token: user.access })).profile.photo_url).toBe(address)
    const photo = await fetchPhoto(server(), address)
    expect(await readSideColours(photo)).toMatchObject({ top: 'red', bottom: 'blue' })
    const { format, width, height, exif, icc, xmp, orientation } = await sharp(photo).metadata()
    const nothing = { exif: undefined, icc: undefined, xmp: undefined, orientation: undefined }
    expect({ format, width, height, exif, icc, xmp, orientation }).toEqual({
      format: 'webp',
      width: 512,
      height: 512,
      ...nothing,
    })
    expect(Buffer.from(photo).includes('GPS') || Buffer.from(photo).includes('Ada')).toBe(false)
  })

  it('is served only as an image, cached for ever, to this origin, to whoever knows its name', async () => {
    const user = await server().registerUser()
    const address = addressIn(
      await send(server(), user, photoForm(await (await createTwoColourPicture(64, 64)).png().toBuffer())),
    )
    const { status, headers } = await server().send(address)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    })
    const head = await server().send(address, { method: 'HEAD' })
    expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
      200,
      '',
      headers.get('content-length'),
    ])
    for (const wrong of [
      address.replace(/.{5}\.webp$/, 'AAAAA.webp'),
      '/media/photos/a.webp',
      '/media/photos/',
      '/media/photos/..%2f..%2fcompanion.sqlite',
      '/media/x',
    ]) {
      const missing = await server().send(wrong, { headers: { Accept: 'text/html' } })
      expect([missing.status, missing.body], wrong).toMatchObject([404, { code: 'not_found' }])
    }
  })

  it('is replaced by the next one under a new name, and the old file is removed', async () => {
    const user = await server().registerUser()
    const bytes = await (await createTwoColourPicture(64, 64)).png().toBuffer()
    const first = addressIn(await send(server(), user, photoForm(bytes)))
    const second = addressIn(await send(server(), user, photoForm(bytes)))
    expect(second).not.toBe(first)
    expect((await server().send(first)).status).toBe(404)
    expect((await server().send(second)).status).toBe(200)
  })

  it('can be removed, also twice', async () => {
    const user = await server().registerUser()
    const bytes = await (await createTwoColourPicture(64, 64)).png().toBuffer()
    const address = addressIn(await send(server(), user, photoForm(bytes)))
    for (let time = 0; time < 2; time++) {
      expect((await server().call(deletePhoto, { token: user.access })).profile.photo_url).toBeNull()
    }
    expect((await server().send(address)).status).toBe(404)
    const photos = server().dependencies.db.selectFrom('photos').select('name')
    expect(await photos.where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('is stored once when two uploads arrive at the same time', async () => {
    const user = await server().registerUser()
    const bytes = await (await createTwoColourPicture(64, 64)).png().toBuffer()
    const replies = await Promise.all([1, 2, 3].map(() => send(server(), user, photoForm(bytes))))
    const { photo_url } = (await server().call(getProfile, { token: user.access })).profile
    expect(replies.map(addressIn)).toContain(photo_url)
    expect((await server().send(photo_url ?? '')).status).toBe(200)
  })

  // The following tests are about bytes, so that one database is enough.
  if (engine === 'postgres') return

  it('is recognised by its bytes, whatever file name and type the upload states', async () => {
    const user = await server().registerUser()
    const image = await createTwoColourPicture(300, 200)
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      const bytes = await image.clone().toFormat(format).toBuffer()
      const address = addressIn(await send(server(), user, photoForm(bytes, 'page.html', 'text/html')))
      expect(await readSideColours(await fetchPhoto(server(), address)), format).toMatchObject({
        left: 'red',
        right: 'blue',
      })
    }
  })

  it('is the first frame of an animated picture', async () => {
    const user = await server().registerUser()
    const frames = await Promise.all([
      (await createTwoColourPicture(80, 80)).png().toBuffer(),
      (await createTwoColourPicture(80, 80, '#0000cc', '#cc0000')).png().toBuffer(),
    ])
    const moving = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100] })
      .toBuffer()
    expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(2)
    const photo = await fetchPhoto(server(), addressIn(await send(server(), user, photoForm(moving))))
    expect((await sharp(photo).metadata()).pages ?? 1).toBe(1)
    expect(await readSideColours(photo)).toMatchObject({ left: 'red', right: 'blue' })
  })

  it('contains no data that was hidden behind the picture', async () => {
    const user = await server().registerUser()
    const script = '<script>alert(1)</script>'
    const bytes = Buffer.concat([
      await (await createTwoColourPicture(64, 64)).jpeg().toBuffer(),
      Buffer.from(`PK\x03\x04${script}`),
    ])
    const address = addressIn(await send(server(), user, photoForm(bytes)))
    expect(Buffer.from(await fetchPhoto(server(), address)).includes('script')).toBe(false)
  })

  it('is rejected with an error at its field when the file is something else in disguise', async () => {
    const user = await server().registerUser()
    const image = await createTwoColourPicture(300, 200)
    const cut = async (format: 'jpeg' | 'png' | 'webp' | 'avif' | 'gif') => {
      const bytes = await image.clone().toFormat(format).toBuffer()
      return bytes.subarray(0, Math.floor(bytes.length * 0.6))
    }
    const disguised: [string, Uint8Array][] = [
      ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>')],
      ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>')],
      ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF')],
      ['a ZIP', Buffer.from('PK\x03\x04\x14\x00\x00\x00\x00\x00')],
      ['a TIFF', await image.clone().tiff().toBuffer()],
      ['a script behind the first letters of a GIF', Buffer.from('GIF89a=1;alert(1)//')],
      ['a JPEG cut short', await cut('jpeg')],
      ['a PNG cut short', await cut('png')],
      ['a WebP cut short', await cut('webp')],
      ['an AVIF cut short', await cut('avif')],
    ]
    for (const [what, bytes] of disguised) {
      const reply = await send(server(), user, photoForm(bytes))
      expect([reply.status, reply.body], what).toEqual([400, words.invalid])
    }
    const spanish = await send(server(), user, photoForm(new Uint8Array(9)), { 'Accept-Language': 'es' })
    expect(spanish.body).toEqual({ photo: [expect.stringContaining('No es una foto')] })
    expect((await server().call(getProfile, { token: user.access })).profile.photo_url).toBeNull()
  })

  it('is rejected before decoding when a small file would unpack to a huge picture', async () => {
    const user = await server().registerUser()
    for (const [width, height] of [
      [60_000, 60_000],
      [8_000, 5_001],
    ] as const) {
      const reply = await send(server(), user, photoForm(createPngBomb(width, height)))
      expect([reply.status, reply.body], `${width} x ${height}`).toEqual([400, words.pixels])
    }
    for (const height of [2_000_000, 2 ** 30]) {
      expect((await send(server(), user, photoForm(createPngBomb(1, height)))).body).toEqual(words.invalid)
    }
  })

  it('is rejected when it is too large, missing or not sent as a form', async () => {
    const user = await server().registerUser()
    const large = await send(server(), user, photoForm(new Uint8Array(PHOTO_BODY_MAX + 1)))
    expect([large.status, large.body]).toEqual([400, words.large])
    const huge = await send(server(), user, photoForm(new Uint8Array(PHOTO_BODY_MAX + 1_000_000)))
    expect([huge.status, huge.body]).toMatchObject([413, { code: 'payload_too_large' }])
    const text = new FormData()
    text.set('photo', 'data:image/png;base64,AAAA')
    for (const form of [text, new FormData(), photoForm(new Uint8Array())]) {
      expect((await send(server(), user, form)).body).toEqual(words.required)
    }
    const many = new FormData()
    for (let n = 0; n < 30; n++) many.append('photo', `part ${n}`)
    expect((await send(server(), user, many)).body).toMatchObject({ code: 'bad_request' })
    const json = await send(server(), user, '{}', { 'Content-Type': 'application/json' })
    expect(json).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
    const broken = await send(server(), user, 'no parts', { 'Content-Type': 'multipart/form-data; boundary=x' })
    expect(broken).toMatchObject({ status: 400, body: { code: 'bad_request' } })
    expect((await server().send(path, { method: 'POST', body: photoForm(new Uint8Array(9)) })).status).toBe(401)
  })

  it('waits in a bounded queue during a burst of uploads, and uploads beyond it are asked to retry', async () => {
    const user = await server().registerUser()
    const plain = { width: 4_000, height: 4_000, channels: 3 as const, background: '#c00' }
    const slow = await sharp({ create: plain }).png().toBuffer()
    const replies = await Promise.all(Array.from({ length: 30 }, () => send(server(), user, photoForm(slow))))
    const taken = replies.filter(({ status }) => status === 200)
    const refused = replies.filter(({ status }) => status === 503)
    expect(taken.length + refused.length).toBe(30)
    expect(taken.length).toBeGreaterThan(3)
    expect(refused.length).toBeGreaterThan(3)
    for (const { body, headers } of refused) {
      expect([body, headers.get('retry-after')]).toMatchObject([{ code: 'overloaded' }, '2'])
    }
    addressIn(await send(server(), user, photoForm(await (await createTwoColourPicture(64, 64)).png().toBuffer())))
  })
})

test('a profile photo is the same from every server on one database', async () => {
  const storage = await createTestStorage('postgres', { migrated: true })
  const env = { TOKEN_SECRET: 'b2f0c9d4e1a7863550412389abcdef99' }
  const [one, other] = await Promise.all([startTestServer(storage, { env }), startTestServer(storage, { env })])
  try {
    const user = await one.registerUser()
    const address = addressIn(
      await send(one, user, photoForm(await (await createTwoColourPicture(64, 64)).png().toBuffer())),
    )
    expect(await fetchPhoto(other, address)).toEqual(await fetchPhoto(one, address))
  } finally {
    await Promise.all([one.close(), other.close()])
    await storage.remove()
  }
})
