import type { SectionProps } from '../section-content.tsx'
import { Notices } from './background-settings.tsx'
import { EraseSetting } from './erase/erase-setting.tsx'
import { LastSync } from './last-sync.tsx'
import { OfflineCopy } from './storage/offline-copy.tsx'
import { UnsentList } from './unsent/unsent-list.tsx'

export function SyncSection({ userId, notifications, onErase }: SectionProps) {
  return (
    <>
      <LastSync userId={userId} />
      <UnsentList userId={userId} />
      <Notices notifications={notifications} />
      <OfflineCopy userId={userId} />
      <EraseSetting onErase={onErase} />
    </>
  )
}
