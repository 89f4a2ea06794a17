import type { Api } from '#api/client.ts'
import { ApiError, isApiError, isNetworkError, isTimeoutError, UnexpectedResponseError } from '#api/errors.ts'
import { createFile, uploadChunk } from '#contract/endpoints/files.ts'
import { FILE_CHUNK_MAX } from '#contract/limits.ts'
import type { File as SentFile, Upload } from '#contract/objects/file.ts'
import type { CompanionDatabase } from '../database/database.ts'
import type { AttachedFile, OutboxEntry } from '../database/rows.ts'
import { readFile } from '../files/file-copies.ts'
import { announceProgress } from '../files/upload-progress.ts'

const SMALLEST_CHUNK = 16 * 1024
/** A chunk that took less, in milliseconds, is followed by one of twice its size. */
const QUICK_MS = 4_000
/** How often an upload is resumed without progress; more often means that another upload of the file competes. */
const RESUMES_MAX = 3

/** Another upload of the file was faster, the server has forgotten it, or its content was changed on the way. */
const restarts: ReadonlySet<string> = new Set(['conflict', 'not_found', 'file_changed'])

/** The size of the next chunk in bytes, learned from earlier ones and shared by all uploads of a page or worker. */
let chunkSize = 256 * 1024

export interface UploadOptions {
  db: CompanionDatabase
  api: Api
  signal?: AbortSignal | undefined
  /** Called before each request, since an upload takes longer than the lease of its entry; throws to end it. */
  renewLease: () => Promise<void>
  /** Called with the id of the file whose upload begins, and with null after the last one. */
  onFile: (id: string | null) => void
}

/** Neither this device nor the server has the content, so no retry can send the file. */
const contentGone = () =>
  new ApiError({ status: 422, code: 'file_broken', message: 'The content of the file is gone', recognised: true })

/**
 * Uploads the files of a message that the server does not have, one after the other. The server says where each upload
 * goes on, so that one which was cut off resumes, and a repeat of a complete one is harmless. Errors as `api.call`.
 */
export async function uploadFiles(entry: OutboxEntry, options: UploadOptions): Promise<void> {
  // An edit has no `body.files`: its files are on the server.
  if (entry.kind !== 'message.send' || entry.body.files === undefined) return
  for (const file of entry.files ?? []) {
    options.onFile(file.id)
    await uploadFile(entry.userId, file, options)
  }
  options.onFile(null)
  await options.renewLease()
}

async function uploadFile(userId: number, file: AttachedFile, options: UploadOptions): Promise<void> {
  const { db } = options
  let bytes: ArrayBuffer | null | undefined
  let state = await begin(userId, file, options)
  let resumes = 0
  while ('offset' in state) {
    announceProgress(file.id, state.offset)
    bytes ??= (await readFile(db, userId, file.id))?.bytes
    if (!bytes) throw contentGone()
    const next = await sendChunk(userId, bytes, state, options)
    if (next === null) {
      resumes += 1
      if (resumes > RESUMES_MAX) throw new UnexpectedResponseError(409, 'The upload of a file does not go on')
      state = await begin(userId, file, options)
    } else {
      resumes = 0
      state = next
    }
  }
  announceProgress(file.id, file.size)
}

async function begin(
  userId: number,
  { id, sha256, size, name, media_type }: AttachedFile,
  { api, signal, renewLease }: UploadOptions,
): Promise<SentFile | Upload> {
  await renewLease()
  const begun = await api.call(createFile, { as: userId, signal, body: { id, sha256, size, name, media_type } })
  if (begun.id !== id) throw new UnexpectedResponseError(200, 'The answer names another file than was sent')
  return begun
}

/** Whether the chunk may have been too large for the network: a server or proxy gives up what arrives too slowly. */
const isTooSlow = (error: unknown): boolean =>
  isNetworkError(error) ||
  isTimeoutError(error) ||
  (isApiError(error) && (error.status === 408 || error.code === 'overloaded'))

/** Null when the server no longer expects this chunk: the upload is begun again to learn where it goes on. */
async function sendChunk(
  userId: number,
  bytes: ArrayBuffer,
  { id, offset }: Upload,
  { api, signal, renewLease }: UploadOptions,
): Promise<SentFile | Upload | null> {
  await renewLease()
  const size = chunkSize
  const body = new Blob([bytes.slice(offset, offset + size)])
  const since = Date.now()
  try {
    const next = await api.call(uploadChunk, { as: userId, signal, params: { id }, query: { offset }, body })
    if (Date.now() - since < QUICK_MS) chunkSize = Math.min(FILE_CHUNK_MAX, size * 2)
    return next
  } catch (error) {
    if (isTooSlow(error)) chunkSize = Math.max(SMALLEST_CHUNK, Math.floor(size / 2))
    if (isApiError(error) && restarts.has(error.code)) return null
    throw error
  }
}
