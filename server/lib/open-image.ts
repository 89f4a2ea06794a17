import { availableParallelism } from 'node:os'
import type { Sharp, SharpOptions } from 'sharp'
import { appError } from './errors.ts'
import { createSemaphore } from './semaphore.ts'

/** The only image decoders that are enabled; SVG, PDF, TIFF and others are not. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`)
/** Longer than decoding a normal photo takes. */
export const DECODING_SECONDS_MAX = 10

export type OpenImage = (bytes: Uint8Array, options: SharpOptions) => Sharp
let opening: Promise<OpenImage> | undefined

/** One at a time leaves Node's worker threads to files and passwords; each queued image holds its bytes in memory. */
const runLimited = createSemaphore({ running: 1, waiting: 8, full: () => appError('overloaded', { retryAfter: 2 }) })

/** Runs work on images, one at a time; throws `overloaded` when too many are queued. */
export function withImages<T>(work: (open: OpenImage) => Promise<T>): Promise<T> {
  return runLimited(async () => {
    opening ??= load()
    return work(await opening)
  })
}

/** sharp is loaded with the first image, because loading it takes longer than the server's start. */
async function load(): Promise<OpenImage> {
  const { default: sharp } = await import('sharp')
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: DECODERS })
  sharp.cache(false)
  sharp.concurrency(Math.min(2, availableParallelism()))
  return sharp
}
