import * as v from 'valibot'
import { trustedWorkerUrl } from '#lib/browser/script-url.ts'
import workerUrl from './shrink.worker.ts?worker&url'
import { type ShrunkPicture, shrinkPicture } from './shrink-picture.ts'

const Picture = v.object({
  bytes: v.instance(ArrayBuffer),
  media_type: v.string(),
  width: v.number(),
  height: v.number(),
  thumbnail: v.object({ media_type: v.string(), bytes: v.instance(ArrayBuffer) }),
})
const Answer = v.object({ id: v.number(), picture: v.nullable(Picture) })

let worker: Worker | null | undefined
let lastRequest = 0
const waiting = new Map<number, (picture: ShrunkPicture | null | 'failed') => void>()

/**
 * Shrinks a picture in a web worker, or in the page where no worker runs (offline, its script may not be stored yet).
 * Null for a picture that the browser cannot read.
 */
export async function requestShrink(file: Blob, mediaType: string): Promise<ShrunkPicture | null> {
  if (worker === undefined) worker = start()
  const current = worker
  if (current !== null) {
    const picture = await new Promise<ShrunkPicture | null | 'failed'>((resolve) => {
      const id = ++lastRequest
      waiting.set(id, resolve)
      current.postMessage({ id, file, mediaType })
    })
    if (picture !== 'failed') return picture
  }
  return shrinkPicture(file, mediaType).catch(() => null)
}

function start(): Worker | null {
  try {
    // The build makes a classic script of the worker; Vite's development server serves only modules.
    const type = import.meta.env.DEV ? 'module' : 'classic'
    const started = new Worker(trustedWorkerUrl(workerUrl) as string, { type, name: 'pictures' })
    started.addEventListener('message', ({ data }) => hear(data))
    started.addEventListener('error', fail)
    started.addEventListener('messageerror', fail)
    return started
  } catch {
    return null
  }
}

function hear(data: unknown): void {
  const answer = v.safeParse(Answer, data)
  if (!answer.success) {
    fail()
    return
  }
  const { id, picture } = answer.output
  waiting.get(id)?.(picture)
  waiting.delete(id)
}

/** The worker did not load or has crashed: the page does its work, and later pictures try no worker again. */
function fail(): void {
  worker?.terminate()
  worker = null
  for (const resolve of waiting.values()) resolve('failed')
  waiting.clear()
}
