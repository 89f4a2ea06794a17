import { ImportError } from './import-error.ts'

/** An entry of a ZIP file, as far as it is needed to read it. */
export interface ZipEntry {
  name: string
  method: number
  isEncrypted: boolean
  /** The offset of its local header. */
  offset: number
  /** Its size in the file, in bytes. */
  size: number
}

const END = 0x06054b50
const END_64_PLACE = 0x07064b50
const END_64 = 0x06064b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_SIZE = 22
const COMMENT_MAX = 0xffff
const IN_EXTRA = 0xffffffff
const STORED = 0
const DEFLATED = 8
/** A list of 100,000 entries with long names; larger ones are no exports. */
const LIST_MAX = 32 * 1024 * 1024

/** Whether a file begins like a ZIP file. */
export async function isZip(file: Blob): Promise<boolean> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  return start[0] === 0x50 && start[1] === 0x4b && (start[2] === 3 || start[2] === 5)
}

/**
 * Lists a ZIP file by the directory at its end, so that only the entries that are needed are read (the format is
 * described in APPNOTE.TXT of PKWARE, with sizes above 4 GB in section 4.5.3). Throws ImportError.
 */
export async function listZip(file: Blob): Promise<ZipEntry[]> {
  const { offset, size } = await findDirectory(file)
  if (size > LIST_MAX || offset + size > file.size) throw new ImportError('broken_zip')
  const view = await viewOf(file, offset, size)
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= size; ) {
    if (view.getUint32(at, true) !== ENTRY) throw new ImportError('broken_zip')
    const [name, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true)) as [
      number,
      number,
      number,
    ]
    const end = at + 46 + name + extra + comment
    if (end > size) throw new ImportError('broken_zip')
    const bytes = new Uint8Array(view.buffer, at + 46, name)
    entries.push({
      name: new TextDecoder().decode(bytes),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      ...readLocation(view, at, { from: at + 46 + name, to: at + 46 + name + extra }),
    })
    at = end
  }
  return entries
}

/** The bytes of an entry, decompressed while they are read. Throws ImportError. */
export async function openEntry(
  file: Blob,
  entry: ZipEntry,
  onRead: (bytes: number) => void,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (entry.isEncrypted) throw new ImportError('encrypted_zip')
  const header = await viewOf(file, entry.offset, 30)
  if (header.getUint32(0, true) !== LOCAL) throw new ImportError('broken_zip')
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true)
  const stored = file
    .slice(start, start + entry.size)
    .stream()
    .pipeThrough(counter(onRead))
  if (entry.method === STORED) return stored
  if (entry.method === DEFLATED) return stored.pipeThrough(new DecompressionStream('deflate-raw'))
  throw new ImportError('broken_zip')
}

/** Passes bytes on and reports their number. */
export function counter(onRead: (bytes: number) => void) {
  return new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      onRead(chunk.length)
      controller.enqueue(chunk)
    },
  })
}

async function findDirectory(file: Blob): Promise<{ offset: number; size: number }> {
  const from = Math.max(0, file.size - END_SIZE - COMMENT_MAX)
  const view = await viewOf(file, from, file.size - from)
  let at = view.byteLength - END_SIZE
  while (at >= 0 && view.getUint32(at, true) !== END) at -= 1
  if (at < 0) throw new ImportError('broken_zip')
  const [size, offset] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)]
  if (size !== IN_EXTRA && offset !== IN_EXTRA) return { offset, size }
  if (at < 20 || view.getUint32(at - 20, true) !== END_64_PLACE) throw new ImportError('broken_zip')
  const large = await viewOf(file, readLarge(view, at - 12), 56)
  if (large.getUint32(0, true) !== END_64) throw new ImportError('broken_zip')
  return { size: readLarge(large, 40), offset: readLarge(large, 48) }
}

/** Sizes and offsets above 4 GB stand in the extra field 1, each only if its own field is full. */
function readLocation(
  view: DataView,
  at: number,
  extra: { from: number; to: number },
): { offset: number; size: number } {
  let [size, offset] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
  for (let field = extra.from; field + 4 <= extra.to; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== 1) continue
    const end = Math.min(extra.to, field + 4 + view.getUint16(field + 2, true))
    let value = field + 4 + (view.getUint32(at + 24, true) === IN_EXTRA ? 8 : 0)
    if (size === IN_EXTRA && value + 8 <= end) {
      size = readLarge(view, value)
      value += 8
    }
    if (offset === IN_EXTRA && value + 8 <= end) offset = readLarge(view, value)
  }
  return { offset, size }
}

const readLarge = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

async function viewOf(file: Blob, offset: number, size: number): Promise<DataView> {
  const bytes = await file.slice(offset, offset + size).arrayBuffer()
  if (bytes.byteLength < size) throw new ImportError('broken_zip')
  return new DataView(bytes)
}
