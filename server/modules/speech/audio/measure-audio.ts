import { measureMp4 } from './mp4.ts'
import { measureWebm } from './webm.ts'

export interface Measured {
  mediaType: string
  extension: string
  seconds: number
}

const ascii = (bytes: Buffer, from: number, to: number): string => bytes.toString('latin1', from, to)

/**
 * The format and length of a recording, by its content: what browsers record (WebM, Ogg, MP4), and WAV. Null for
 * anything else, and for one without sound.
 */
export function measureAudio(content: Uint8Array): Measured | null {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const as = (mediaType: string, extension: string, seconds: number | null): Measured | null =>
    seconds === null || !Number.isFinite(seconds) ? null : { mediaType, extension, seconds }
  try {
    if (bytes.length >= 4 && bytes.readUInt32BE(0) === 0x1a45dfa3) return as('audio/webm', 'webm', measureWebm(bytes))
    if (ascii(bytes, 0, 4) === 'OggS') return as('audio/ogg', 'ogg', measureOgg(bytes))
    if (ascii(bytes, 4, 8) === 'ftyp') return as('audio/mp4', 'mp4', measureMp4(bytes))
    if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE')
      return as('audio/wav', 'wav', measureWav(bytes))
  } catch (error) {
    // A read past the end: the recording is cut off or made up.
    if (!(error instanceof RangeError)) throw error
  }
  return null
}

/** Opus in Ogg (RFC 7845): the granule position of a page counts samples at 48 kHz. */
function measureOgg(bytes: Buffer): number | null {
  if (ascii(bytes, 28, 36) !== 'OpusHead') return null
  let samples = 0n
  for (let at = 0; at < bytes.length && ascii(bytes, at, at + 4) === 'OggS'; ) {
    const granule = bytes.readBigInt64LE(at + 6)
    if (granule > samples) samples = granule
    const segments = bytes.readUInt8(at + 26)
    const sizes = bytes.subarray(at + 27, at + 27 + segments)
    at += 27 + segments + sizes.reduce((sum, size) => sum + size, 0)
  }
  return samples === 0n ? null : Number(samples) / 48_000
}

/** PCM with the usual header of 44 bytes, which has the bytes of a second. */
function measureWav(bytes: Buffer): number | null {
  const perSecond = bytes.readUInt32LE(28)
  return perSecond === 0 || bytes.length <= 44 ? null : (bytes.length - 44) / perSecond
}
