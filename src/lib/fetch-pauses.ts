/** Milliseconds before a part of the app that did not come is asked for once more, and again: by page and by build. */
export const PAUSES_MS = [250, 1_000]
