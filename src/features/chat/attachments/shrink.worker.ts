import { shrinkPicture } from './shrink-picture.ts'

/** Scales down and re-encodes the picture that each worker message brings; replies with null if it cannot be read. */
self.addEventListener('message', async ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null || !('id' in data && 'file' in data && 'mediaType' in data)) return
  const { id, file, mediaType } = data
  const isRequest = file instanceof Blob && typeof mediaType === 'string'
  const picture = isRequest ? await shrinkPicture(file, mediaType).catch(() => null) : null
  self.postMessage({ id, picture })
})
