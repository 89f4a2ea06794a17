import { useEffect, useState } from 'react'
import { createDraftWriter, type DraftStorage } from './create-draft-writer.ts'

/**
 * Returns a function that stores a draft, also one that is still to be written when the page is left. Its promise
 * resolves when that or a newer draft is on disk, or writing failed. `stored` and `storage` are read once.
 */
export function useDraftWriter<Draft>(stored: Draft | null, storage: DraftStorage<Draft>) {
  const [writer] = useState(() => createDraftWriter(stored, storage))
  useEffect(() => {
    window.addEventListener('pagehide', writer.leave)
    return () => window.removeEventListener('pagehide', writer.leave)
  }, [writer])
  return writer.write
}
