import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useAction } from '#data/use-action.ts'
import { useLiveQuery } from '#data/use-live-query.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { hasBackgroundSync, requestBackgroundSync } from '#offline/flush/background-sync.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure, Group, Row } from '#ui/layout/group.tsx'

/** Settings for what the app does in the background. */
export function BackgroundSettings({ notifications }: { notifications: ReactNode }) {
  return (
    <Group title={<Trans>When Companion is closed</Trans>}>
      {hasBackgroundSync() ? (
        <BackgroundSync />
      ) : (
        <Row
          label={<Trans>Background sync</Trans>}
          text={<Trans>This browser cannot send in the background: what waits is sent when you open Companion.</Trans>}
        />
      )}
      {notifications}
    </Group>
  )
}

function BackgroundSync() {
  const isOn = useLiveQuery(() => readDeviceSetting(database(), 'background_sync'))
  const { run, failure } = useAction(async (on: boolean) => {
    await saveDeviceSetting(database(), 'background_sync', on)
    // Entries already in the outbox are to be sent in the background too.
    if (on) await requestBackgroundSync(database())
  })
  return (
    <div>
      <Switch
        row
        label={<Trans>Background sync</Trans>}
        description={
          <Trans>
            Lets the browser send what waits when there is a network, also while Companion is closed. The browser
            decides when.
          </Trans>
        }
        checked={isOn ?? true}
        onChange={(on) => run(on)}
      />
      <Failure>{failure}</Failure>
    </div>
  )
}
