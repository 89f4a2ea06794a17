import { statfsSync } from 'node:fs'

/** Beside what is to be written, because servers go on writing meanwhile. */
const SPARE_BYTES = 64 * 1024 * 1024

/** In bytes. */
export interface Space {
  free: number
  needed: number
}

/** The disk is too small for what is to be written; the message says so in one sentence without a full stop. */
export class SpaceError extends Error {
  override readonly name = 'SpaceError'
}

/** Throws SpaceError unless `bytes` can be written to the folder, which `doing` can need, and some are still free. */
export function requireSpace(folder: string, bytes: number, doing: string): Space {
  const needed = bytes + SPARE_BYTES
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  if (free < needed)
    throw new SpaceError(`${folder} has ${inMegabytes(free)} free, and ${doing} can need ${inMegabytes(needed)}`)
  return { free, needed }
}

export const inMegabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`
