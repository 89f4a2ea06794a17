import { shrinkPicture } from './shrink-picture.ts'

/** Scales down and re-encodes the picture that each worker message brings; replies with null if it cannot be read. */
self.addEventListener('message', async ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null || !('id' in data) || !('file' in data)) return
  const { id, file } = data
  const picture = file instanceof Blob ? await shrinkPicture(file).catch(() => null) : null
  self.postMessage({ id, picture })
})
