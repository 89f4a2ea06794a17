import type { FileMediaType } from '../objects/file.ts'

const startsWith = (bytes: Uint8Array, start: readonly number[], at = 0): boolean =>
  start.every((byte, i) => bytes[at + i] === byte)

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** The major brands of HEIC files (ISO/IEC 23008-12); AVIF files may have some of them too (see `isHeic`). */
const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']
/** Readers accept the header of a PDF anywhere in its first 1,024 bytes (ISO 32000, implementation notes). */
const PDF_HEADER_WITHIN = 1_024

/**
 * What a file is for the server, and for the app before it sends it: the media type by the first bytes, `text/plain`
 * when all bytes are text; undefined for anything else.
 */
export function recogniseType(bytes: Uint8Array): FileMediaType | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png'
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return 'image/webp'
  if (ascii(bytes, 4, 8) === 'ftyp') return isHeic(bytes) ? 'image/heic' : undefined
  if (ascii(bytes, 0, PDF_HEADER_WITHIN).includes('%PDF-')) return 'application/pdf'
  return decodeText(bytes) === undefined ? undefined : 'text/plain'
}

/** `mif1` is a brand of HEIC and AVIF alike, so an AVIF among the compatible brands decides. */
function isHeic(bytes: Uint8Array): boolean {
  const length = Math.min(new DataView(bytes.buffer, bytes.byteOffset).getUint32(0), 256)
  return heicBrands.includes(ascii(bytes, 8, 12)) && !ascii(bytes, 16, length).includes('avif')
}

/** UTF-8, or UTF-16 with a byte order mark; undefined for other bytes, and when there is a NUL, as in binary files. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const encoding = startsWith(bytes, [0xff, 0xfe]) ? 'utf-16le' : startsWith(bytes, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8'
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}
