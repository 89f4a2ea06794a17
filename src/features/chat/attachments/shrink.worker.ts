import { shrinkPicture } from './shrink-picture.ts'

/** Draws the picture of each message anew; answers with null for one that cannot be read. */
self.addEventListener('message', async ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== 'object' || data === null || !('id' in data) || !('file' in data)) return
  const { id, file } = data
  const picture = file instanceof Blob ? await shrinkPicture(file).catch(() => null) : null
  self.postMessage({ id, picture })
})
