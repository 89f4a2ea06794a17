const SEGMENT = 0x18538067
const INFO = 0x1549a966
const TIMESTAMP_SCALE = 0x2ad7b1
const CLUSTER = 0x1f43b675
const CLUSTER_TIMESTAMP = 0xe7
const BLOCK_GROUP = 0xa0
const blocks = new Set([0xa1, 0xa3])
/** Containers (EBML master elements): parsing goes on with their first child, so their sizes are not needed. */
const nested = new Set([SEGMENT, INFO, CLUSTER, BLOCK_GROUP])

/**
 * The time of the latest block in seconds; null without a block. Browsers write no duration into the header, because
 * they stream what they record. Throws RangeError for a file that ends inside an element's header or timestamp.
 */
export function measureWebm(bytes: Buffer): number | null {
  let scale = 1_000_000
  let cluster = 0
  let last: number | null = null
  for (let at = 0; at < bytes.length; ) {
    const id = readNumber(bytes, at, { withMarker: true })
    const size = readNumber(bytes, at + id.length, { withMarker: false })
    const start = at + id.length + size.length
    if (id.value === TIMESTAMP_SCALE) scale = readUnsigned(bytes, start, size.value)
    if (id.value === CLUSTER_TIMESTAMP) cluster = readUnsigned(bytes, start, size.value)
    if (blocks.has(id.value)) {
      const track = readNumber(bytes, start, { withMarker: false })
      last = Math.max(last ?? 0, cluster + bytes.readInt16BE(start + track.length))
    }
    at = nested.has(id.value) ? start : start + size.value
  }
  return last === null ? null : (last * scale) / 1e9
}

/** An unsigned integer of EBML, which has at most 8 bytes. */
function readUnsigned(bytes: Buffer, at: number, length: number): number {
  if (length < 1 || length > 8) throw new RangeError('an integer has 1 to 8 bytes')
  let value = 0
  for (let n = 0; n < length; n += 1) value = value * 256 + bytes.readUInt8(at + n)
  return value
}

/** A number of EBML (RFC 8794): the leading zeros of the first byte say how many bytes follow it. */
function readNumber(bytes: Buffer, at: number, { withMarker }: { withMarker: boolean }) {
  const first = bytes.readUInt8(at)
  const length = Math.clz32(first) - 23
  if (length > 8) throw new RangeError('no number begins with a zero byte')
  let value = withMarker ? first : first & (0xff >> length)
  for (let n = 1; n < length; n += 1) value = value * 256 + bytes.readUInt8(at + n)
  return { value, length }
}
