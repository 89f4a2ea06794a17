/** Reads at most `max` bytes; the rest is left unread and `complete` is false. */
export async function readLimited(
  source: AsyncIterable<Uint8Array>,
  max: number,
): Promise<{ bytes: Buffer; complete: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of source) {
    parts.push(part.subarray(0, max - length))
    length += part.length
    if (length > max) return { bytes: Buffer.concat(parts), complete: false }
  }
  return { bytes: Buffer.concat(parts), complete: true }
}
