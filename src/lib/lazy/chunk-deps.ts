const deps = new Set<() => Promise<unknown>>()

/** Adds something that chunks wait for from now on, such as their messages; called while a chunk's modules run. */
export const addChunkDep = (load: () => Promise<unknown>): void => void deps.add(load)

/** Loads everything that chunks wait for; each function resolves at once when its part is loaded. */
export const loadChunkDeps = (): Promise<unknown> => Promise.all([...deps].map((load) => load()))
