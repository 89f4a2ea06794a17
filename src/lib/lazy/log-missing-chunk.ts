import { logHandled } from '../log-handled.ts'

/** For `useLazyModule`, where the chat works without the part: offline, its chunk may not be in the cache yet. */
export const logMissingChunk = (error: unknown): void => logHandled('A part of the chat did not load', error)
