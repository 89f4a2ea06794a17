import { logHandled } from '#lib/log-handled.ts'
import type { Transcript } from '#offline/chats/transcript.ts'
import { hasPreview } from '../attachments/has-preview.ts'
import { type FileOf, loadContent } from '../attachments/load-file.ts'

/** A picture of an exported chat. */
export type ExportedPicture = FileOf & { name: string; media_type: string }

/** The data URLs by the id of the picture; null where it is neither on this device nor within reach. */
export type Pictures = ReadonlyMap<string, string | null>

export const listPictures = ({ messages }: Transcript, userId: number): ExportedPicture[] =>
  messages.flatMap(({ id, isSent, files }) =>
    files
      .filter(({ media_type }) => hasPreview(media_type))
      .map((file) => ({ ...file, userId, message: isSent ? id : null })),
  )

/** Loads pictures one after another, from this device or from the server. */
export async function loadPictures(
  pictures: readonly ExportedPicture[],
  load: (of: FileOf, mediaType: string) => Promise<Blob> = loadContent,
): Promise<Pictures> {
  const loaded = new Map<string, string | null>()
  for (const { media_type, name: _, ...of } of pictures) {
    try {
      loaded.set(of.id, await toDataUrl(await load(of, media_type)))
    } catch (error) {
      logHandled('A picture could not be exported', error)
      loaded.set(of.id, null)
    }
  }
  return loaded
}

function toDataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader()
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(blob)
  })
}
