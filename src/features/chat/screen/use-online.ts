import { useSyncExternalStore } from 'react'

/** Whether this device has a network; whether the server is at its other end is another question. */
export function useOnline(): boolean {
  return useSyncExternalStore(follow, () => navigator.onLine)
}

function follow(changed: () => void): () => void {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
