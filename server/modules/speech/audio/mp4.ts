/** The types of the boxes that contain other boxes. */
const nested = new Set(['moov', 'trak', 'mdia', 'mvex', 'moof', 'traf'])

/**
 * The length in seconds by the header, or by the fragments (ISO 14496-12) of a recording that was streamed; null
 * without either. Throws RangeError for a file that ends inside a header, and for a run with more samples than its box.
 */
export function measureMp4(bytes: Buffer): number | null {
  let scale = 0
  let whole = 0
  let perSample = 0
  let fragments = 0
  for (let at = 0; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    const start = at + 8
    // Version and flags, with which these boxes begin.
    const isLong = () => bytes.readUInt8(start) === 1
    if (type === 'mdhd') {
      scale = bytes.readUInt32BE(start + (isLong() ? 20 : 12))
      whole = isLong() ? Number(bytes.readBigUInt64BE(start + 24)) : bytes.readUInt32BE(start + 16)
    }
    if (type === 'trex') perSample = bytes.readUInt32BE(start + 12)
    if (type === 'tfhd') perSample = readDefaultDuration(bytes, start) ?? perSample
    if (type === 'trun') fragments += readRun(bytes.subarray(0, at + size), start, perSample)
    if (size < 8) break
    at = nested.has(type) ? start : at + size
  }
  const length = Math.max(whole, fragments)
  return scale === 0 || length === 0 ? null : length / scale
}

/** The duration of each sample of a fragment, if its header has one: other fields may stand before it. */
function readDefaultDuration(bytes: Buffer, start: number): number | undefined {
  const flags = bytes.readUIntBE(start + 1, 3)
  if ((flags & 0x8) === 0) return undefined
  return bytes.readUInt32BE(start + 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0))
}

/**
 * The duration of the samples of a run, which each have one or share the fragment's. The bytes end with the box of the
 * run: a number of samples that went on into the next boxes would let many small boxes each read the rest of the file.
 */
function readRun(bytes: Buffer, start: number, perSample: number): number {
  const flags = bytes.readUIntBE(start + 1, 3)
  const count = bytes.readUInt32BE(start + 4)
  if ((flags & 0x100) === 0) return count * perSample
  const fields = [0x100, 0x200, 0x400, 0x800].filter((flag) => flags & flag).length
  const first = start + 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  if (first + count * fields * 4 > bytes.length) throw new RangeError('a run has more samples than its box')
  let duration = 0
  for (let n = 0; n < count; n += 1) duration += bytes.readUInt32BE(first + n * fields * 4)
  return duration
}
