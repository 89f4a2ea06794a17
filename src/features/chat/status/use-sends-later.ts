import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { hasBackgroundSync } from '#offline/flush/background-sync.ts'
import { useOnline } from '#ui/use-online.ts'
import type { SendsLater } from '../message/send-status.tsx'

/** Returns how a message that waits for the network will be sent in this browser; null while online. */
export function useSendsLater(): SendsLater {
  const online = useOnline()
  const allowed = useLiveQuery(() => readDeviceSetting(database(), 'background_sync'))
  if (online) return null
  return allowed && hasBackgroundSync() ? 'online' : 'open'
}
