import { clientMessages } from '#api/client-messages.ts'
import { isStreamSilentError, NetworkError, TimeoutError } from '#api/errors.ts'
import { readInTime } from '#api/read-in-time.ts'
import { getFile, getFileThumbnail } from '#contract/endpoints/files.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import { readFile, saveFileCopy } from '#offline/files/file-copies.ts'
import { api } from '#session/api.ts'

/** How long no bytes may arrive; a file that arrives slowly has all the time it needs. */
const SILENCE_MS = 30_000

export interface FileOf {
  userId: number
  id: string
  /** The message of the file; null while it is in a draft: the server has no drafts. */
  message: string | null
}

/**
 * The thumbnail of a picture, from this device or else from the server; what is loaded is stored here, unless it belongs
 * to a draft. Errors as `api.call`.
 */
export async function loadThumbnail({ userId, id, message }: FileOf): Promise<Blob> {
  const stored = (await readFile(database(), userId, id))?.thumbnail
  if (stored) return new Blob([stored.bytes], { type: stored.media_type })
  const response = await api.request(getFileThumbnail, { params: { id }, as: userId })
  const thumbnail = { media_type: response.headers.get('content-type') ?? '', bytes: await readBytes(response) }
  if (message !== null) await saveFileCopy(database(), userId, { id, message, thumbnail })
  return new Blob([thumbnail.bytes], { type: thumbnail.media_type })
}

/** The content of a file, loaded in the same way. */
export async function loadContent({ userId, id, message }: FileOf, mediaType: string): Promise<Blob> {
  const stored = (await readFile(database(), userId, id))?.bytes
  if (stored) return new Blob([stored], { type: mediaType })
  const response = await api.request(getFile, { params: { id }, as: userId, timeoutMs: 60_000 })
  const bytes = await readBytes(response)
  if (message !== null) await saveFileCopy(database(), userId, { id, message, bytes })
  return new Blob([bytes], { type: mediaType })
}

/** Reads the whole body. Throws NetworkError when it is cut off, TimeoutError when it falls silent. */
async function readBytes(response: Response): Promise<ArrayBuffer> {
  const reader = response.body?.getReader()
  const next = async () => reader && (await readInTime(reader, SILENCE_MS)).value
  const parts: Uint8Array<ArrayBuffer>[] = []
  try {
    for (let part = await next(); part; part = await next()) parts.push(part)
  } catch (cause) {
    // Closes the connection if it is open, as after a silence; an error of closing it has no effect.
    reader?.cancel().catch(() => undefined)
    const language = currentLanguage()
    if (isStreamSilentError(cause)) throw new TimeoutError(clientMessages.timeout[language], { cause })
    throw new NetworkError(clientMessages.network[language], { cause })
  }
  return new Blob(parts).arrayBuffer()
}
