import { EraseSetting } from './erase-setting.tsx'
import { LastSync } from './last-sync.tsx'
import { Notices } from './notices.tsx'
import { OfflineCopy } from './offline-copy.tsx'
import type { SectionProps } from './section-parts.tsx'
import { UnsentList } from './unsent-list.tsx'

/** What the decisions call sync-controls. */
export function SyncSection({ account, notifications, onErase }: SectionProps) {
  return (
    <>
      <LastSync account={account} />
      <UnsentList account={account} />
      <Notices notifications={notifications} />
      <OfflineCopy account={account} />
      <EraseSetting onErase={onErase} />
    </>
  )
}
