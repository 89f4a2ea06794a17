import { Trans, useLingui } from '@lingui/react/macro'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { pruneCopy } from '#offline/database/prune.ts'
import { syncNow } from '#offline/sync/sync-now.ts'
import { api } from '#session/api.ts'
import { Choice } from '#ui/input/radio-group.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'
import { PersistentStorage } from './persistent-storage.tsx'
import { StorageUsed, type StoredCounts } from './storage-used.tsx'

type OfflineChats = 20 | 100 | 'all'

/** Shows which chats are stored on this device, and how much space they take. */
export function OfflineCopy({ userId, stored }: { userId: number; stored: StoredCounts }) {
  const { t } = useLingui()
  const setting = useLiveQuery(() => readDeviceSetting(database(), 'offline_chats'))
  const { run, pending, failure } = useAction((value: 20 | 100 | 'all') => changeOfflineChats(userId, value))
  return (
    <Group title={<Trans>Kept on this device</Trans>}>
      <div>
        <Choice
          label={<Trans>Chats available offline</Trans>}
          description={
            <Trans>
              The newest are kept here with their messages. The others stay on the server and open when you are online.
              Drafts and unsent messages are always kept.
            </Trans>
          }
          value={String(setting ?? 20) as '20' | '100' | 'all'}
          onChange={(value) => run(value === 'all' ? 'all' : value === '100' ? 100 : 20)}
          disabled={pending}
          options={[
            { value: '20', label: '20' },
            { value: '100', label: '100' },
            { value: 'all', label: t`All` },
          ]}
        />
        <Failure>{failure}</Failure>
      </div>
      <StorageUsed stored={stored} />
      <PersistentStorage />
    </Group>
  )
}

const amount = (setting: OfflineChats): number => (setting === 'all' ? Number.POSITIVE_INFINITY : setting)

/** A smaller number deletes the oldest chats here at once; a larger one fetches more, offline the next sync. */
async function changeOfflineChats(userId: number, setting: OfflineChats): Promise<void> {
  const db = database()
  const before = await readDeviceSetting(db, 'offline_chats')
  await saveDeviceSetting(db, 'offline_chats', setting)
  if (amount(setting) < amount(before)) await pruneCopy(db, userId)
  else if (amount(setting) > amount(before) && navigator.onLine) await syncNow({ db, api, userId })
}
