import { readBody } from '#api/read-body.ts'
import { getFile, getFileThumbnail } from '#contract/endpoints/files.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import { readFile, saveFileCopy } from '#offline/files/file-copies.ts'
import { api } from '#session/api.ts'

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

const readBytes = async (response: Response): Promise<ArrayBuffer> =>
  (await readBody(response, { language: currentLanguage() })).arrayBuffer()
