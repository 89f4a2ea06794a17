import { describe, expect, it } from 'vitest'
import { recogniseType } from '#contract/files/recognise-type.ts'

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
/** The first box of a HEIC or AVIF file with its major brand and its compatible brands. */
const box = (major: string, compatible: string) =>
  `\0\0\0${String.fromCharCode(16 + compatible.length)}ftyp${major}\0\0\0\0${compatible}`

describe('the content of a file', () => {
  it.each([
    ['image/jpeg', '\xff\xd8\xff\xe0 and the rest'],
    ['image/png', '\x89PNG\r\n\x1a\n and the rest'],
    ['image/webp', 'RIFF\x10\0\0\0WEBPVP8 '],
    ['image/heic', `${box('heic', 'mif1heic')} and the rest`],
    ['image/heic', `${box('mif1', 'mif1heic')} and later avif`],
    ['application/pdf', '%PDF-1.7'],
    ['application/pdf', `${'\n'.repeat(1_019)}%PDF-1.7`],
    ['text/plain', `${'\n'.repeat(1_020)}%PDF-1.7`],
    ['text/plain', 'plain'],
    ['text/plain', '\xff\xfea\0'],
    ['text/plain', '\xfe\xff\0a'],
    ['text/plain', ''],
  ])('is %s by its bytes: %j', (mediaType, content) => {
    expect(recogniseType(latin1(content))).toBe(mediaType)
  })

  it.each([
    ['an AVIF picture', box('avif', 'avifmif1')],
    ['an AVIF picture under the brand that HEIC has too', box('mif1', 'mif1avif')],
    ['a film', box('isom', 'isommp41')],
    ['a program', 'MZ\0\x03'],
    ['text in another encoding', 'a\xf1o'],
    ['half a UTF-16 character', '\xff\xfea\0b'],
  ])('is unknown when it is %s', (_, content) => {
    expect(recogniseType(latin1(content))).toBeUndefined()
  })

  it('is found in a view of a larger buffer', () => {
    const bytes = latin1(`before${box('mif1', 'mif1heic')}`)
    expect(recogniseType(bytes.subarray(6))).toBe('image/heic')
  })
})
