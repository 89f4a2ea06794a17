import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { measureAudio } from '#server/modules/speech/audio/measure-audio.ts'
import { createMp4, createOgg, createWav, createWebm } from '#support/fixtures/test-audio.ts'

const of = (type: string) => ({ mediaType: `audio/${type}`, extension: type })

describe('the length of a recording', () => {
  it.each([1, 9, 25, 121])('is read from every format that browsers record: %i seconds', (seconds) => {
    expect(measureAudio(createWav(seconds))).toEqual({ ...of('wav'), seconds })
    expect(measureAudio(createWebm(seconds))).toEqual({ ...of('webm'), seconds })
    expect(measureAudio(createWebm(seconds, 8))).toEqual({ ...of('webm'), seconds })
    expect(measureAudio(createOgg(seconds))).toEqual({ ...of('ogg'), seconds })
    for (const form of ['whole', 'samples', 'shared'] as const) {
      expect(measureAudio(createMp4(seconds, form)), form).toEqual({ ...of('mp4'), seconds })
    }
  })

  it('is null for other content, and for a recording of nothing', () => {
    const others = ['', 'RIFF', 'OggS', '\x1aE\xdf\xa3', '%PDF-1.7', 'RIFF0000WEBP', 'hello, this is no sound at all']
    for (const other of others) expect(measureAudio(Buffer.from(other, 'latin1')), other).toBeNull()
    const empty = [createWav(0), createWebm(0), createOgg(0), createMp4(0, 'whole'), createMp4(0, 'samples')]
    expect(empty.map(measureAudio)).toEqual([null, null, null, null, null])
  })

  it('is null for an MP4 whose runs have more samples than their boxes, which are not read', () => {
    const box = Buffer.alloc(16)
    box.writeUInt32BE(16, 0)
    box.write('trun', 4, 'latin1')
    box.writeUInt32BE(0x100, 8)
    const boxes = 256
    const bytes = Buffer.alloc(boxes * box.length)
    for (let n = 0; n < boxes; n += 1) {
      // As many samples as the rest of the file has room for.
      box.writeUInt32BE((boxes - n - 1) * 4, 12)
      box.copy(bytes, n * box.length)
    }
    bytes.write('ftyp', 4, 'latin1')
    const read = vi.spyOn(Buffer.prototype, 'readUInt32BE')
    try {
      expect(measureAudio(bytes)).toBeNull()
      expect(read.mock.calls.length).toBeLessThan(bytes.length)
    } finally {
      read.mockRestore()
    }
  })

  it('never throws nor runs on, whatever bytes follow a known beginning', () => {
    const start = fc.constantFrom(createWav(1), createWebm(12), createOgg(2), createMp4(2, 'samples'))
    const change = fc.array(fc.tuple(fc.nat(200), fc.nat(255)), { maxLength: 12 })
    fc.assert(
      fc.property(start, change, fc.nat(300), (whole, changes, length) => {
        const bytes = Buffer.from(whole.subarray(0, Math.max(8, length)))
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value
        const measured = measureAudio(bytes)
        expect(measured === null || measured.seconds >= 0).toBe(true)
      }),
      { numRuns: 2_000 },
    )
  })
})
