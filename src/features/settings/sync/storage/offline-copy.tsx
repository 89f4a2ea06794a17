import { Trans, useLingui } from '@lingui/react/macro'
import { useLiveQuery } from 'dexie-react-hooks'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { Choice } from '#ui/input/radio-group.tsx'
import { Failure, Group } from '#ui/layout/group.tsx'
import { useAction } from '#ui/use-action.ts'
import { changeOfflineChats } from './change-offline-chats.ts'
import { Protection } from './persistent-storage.tsx'
import { StorageUsed } from './storage-used.tsx'

/** What of the server's is kept here, and how much room it takes. */
export function OfflineCopy({ account }: { account: number }) {
  const { t } = useLingui()
  const kept = useLiveQuery(() => readDeviceSetting(database(), 'offline_chats'))
  const { run, pending, failure } = useAction((value: 20 | 100 | 'all') => changeOfflineChats(account, value))
  return (
    <Group title={<Trans>Kept on this device</Trans>}>
      <div>
        <Choice
          label={<Trans>Chats to read without a network</Trans>}
          description={
            <Trans>
              The newest are kept here with their messages. The others stay on the server and open when you are online.
              Drafts and what you have not sent are kept whatever you choose.
            </Trans>
          }
          value={String(kept ?? 20) as '20' | '100' | 'all'}
          onChange={(value) => void run(value === 'all' ? 'all' : value === '100' ? 100 : 20)}
          disabled={pending}
          options={[
            { value: '20', label: '20' },
            { value: '100', label: '100' },
            { value: 'all', label: t`All` },
          ]}
        />
        <Failure>{failure}</Failure>
      </div>
      <StorageUsed account={account} />
      <Protection />
    </Group>
  )
}
