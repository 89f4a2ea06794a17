import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { readSyncState } from '#offline/sync/sync-state.ts'
import type { SectionProps } from '../sections.ts'
import { BackgroundSettings } from './background-settings.tsx'
import { EraseSetting } from './erase/erase-setting.tsx'
import { LastSync } from './last-sync.tsx'
import { OfflineCopy } from './storage/offline-copy.tsx'
import { useStoredCounts } from './storage/storage-used.tsx'
import { UnsentList } from './unsent/unsent-list.tsx'
import { useUnsent } from './unsent/use-unsent.ts'

/** Shown once all of it is read from this device: a list that arrives later would move what is below it. */
export function SyncSection({ userId, notifications, onErase }: SectionProps) {
  const sync = useLiveQuery(() => readSyncState(database(), userId), [userId])
  const unsent = useUnsent(userId)
  const stored = useStoredCounts(userId)
  if (sync === undefined || unsent === undefined || stored === undefined) return null
  return (
    <>
      <LastSync userId={userId} finishedAt={sync.finishedAt} unsent={unsent.length} />
      <UnsentList userId={userId} unsent={unsent} />
      <BackgroundSettings notifications={notifications} />
      <OfflineCopy userId={userId} stored={stored} />
      <EraseSetting onErase={onErase} />
    </>
  )
}
