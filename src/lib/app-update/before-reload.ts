type Saver = () => unknown

/** Saving takes milliseconds; a database that hangs must not block the reload without limit. */
const SAVED_WITHIN_MS = 5_000

const savers = new Set<Saver>()

/** Registers a function that is awaited before the app reloads itself. Returns an unregister function. */
export function onBeforeReload(save: Saver): () => void {
  savers.add(save)
  return () => savers.delete(save)
}

/** Runs all registered functions. Rejects with the first error, or when it takes too long. */
export async function saveAll(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Saving before the reload took too long')), SAVED_WITHIN_MS)
  })
  try {
    await Promise.race([Promise.all([...savers].map(async (save) => save())), tooLong])
  } finally {
    clearTimeout(timer)
  }
}
