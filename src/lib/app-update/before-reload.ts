type Saver = () => unknown

/** Saving takes milliseconds; a database that hangs must not keep the page for ever. */
const SAVED_WITHIN_MS = 5_000

const savers = new Set<Saver>()

/** What must be on disk before the app reloads itself: `save` is awaited then. Returns how to take it back. */
export function onBeforeReload(save: Saver): () => void {
  savers.add(save)
  return () => savers.delete(save)
}

/** Saves everything that was registered. Rejects with the first failure, or when it takes too long. */
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
