import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** Two halves, left `one` and right `other`, so that a test sees how it was turned and cut. */
export async function halves(width: number, height: number, one = '#cc0000', other = '#0000cc'): Promise<Sharp> {
  const half = { width: Math.floor(width / 2), height, channels: 3 as const, background: one }
  const left = await sharp({ create: half }).png().toBuffer()
  const whole = sharp({ create: { width, height, channels: 3, background: other } })
  return sharp(
    await whole
      .composite([{ input: left, left: 0, top: 0 }])
      .png()
      .toBuffer(),
  )
}

/** The colour in the middle of each side, `red` or `blue`. */
export async function sidesOf(image: Uint8Array): Promise<Record<'left' | 'right' | 'top' | 'bottom', string>> {
  const { data, info } = await sharp(image).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const [red = 0, , blue = 0] = data.subarray((y * info.width + x) * info.channels)
    return red > blue ? 'red' : 'blue'
  }
  const [right, bottom] = [info.width - 8, info.height - 8]
  const [x, y] = [info.width >> 1, info.height >> 1]
  return { left: at(8, y), right: at(right, y), top: at(x, 8), bottom: at(x, bottom) }
}

/** A PNG of a hundred bytes that says it has that many pixels. */
export function pngBomb(width: number, height: number): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0])
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(64))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

/** A whole form with one file, as a browser would send it; the name and the type may lie. */
export function photoForm(bytes: Uint8Array, name = 'me.jpg', type = 'image/jpeg'): FormData {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(bytes)], { type }), name)
  return form
}
