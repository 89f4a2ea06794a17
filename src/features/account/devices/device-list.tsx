import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Session } from '#contract/objects/user.ts'
import { queryClient } from '#data/query-client.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Group } from '#ui/layout/group.tsx'
import styles from '../account.module.css'
import { DeviceItem } from './device-item.tsx'
import { devicesQuery, signOutDevices } from './list-devices.ts'

/** Lists the devices where the user is signed in; each can be signed out here, or all but this one. */
export function DeviceList({ userId, heading = 'h2' }: { userId: number; heading?: 'h2' | 'h3' }) {
  const { t } = useLingui()
  const language = useLanguage()
  const devices = useQuery(devicesQuery(userId), queryClient)
  const title = useRef<HTMLHeadingElement>(null)
  const [opened, setOpened] = useState<'one' | 'others' | null>(null)
  // The chosen devices remain visible while the dialog closes.
  const [selected, setSelected] = useState<Session[]>([])
  const sorted = [...(devices.data ?? [])].sort((a, b) => Number(b.is_current) - Number(a.is_current))
  const others = sorted.filter(({ is_current }) => !is_current)
  const openFor = (which: 'one' | 'others', sessions: Session[]) => {
    setSelected(sessions)
    setOpened(which)
  }
  return (
    <Group heading={heading} headingRef={title} title={<Trans>Logged-in devices</Trans>}>
      {devices.data === undefined && devices.isError ? (
        <div role="alert" className={styles.unread}>
          <p>{describeFailure(devices.error, language)}</p>
          <Button onClick={() => void devices.refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </div>
      ) : (
        <ul className={styles.devices} aria-busy={devices.isPending}>
          {devices.isPending ? (
            // As high as one device, to avoid a layout shift below it.
            <li className={styles.device}>
              <Skeleton width="60%" />
            </li>
          ) : null}
          {sorted.map((device) => (
            <DeviceItem key={device.id} device={device} onSignOut={() => openFor('one', [device])} />
          ))}
        </ul>
      )}
      {others.length > 1 ? (
        <Button className={styles.alone} onClick={() => openFor('others', others)}>
          <Trans>Log out all other devices</Trans>
        </Button>
      ) : null}
      <ConfirmDialog
        open={opened !== null}
        onOpenChange={() => setOpened(null)}
        title={selected.length > 1 ? t`Log out all other devices?` : t`Log this device out?`}
        text={<Trans>Whoever uses it has to log in again. What was written there and not sent yet stays there.</Trans>}
        confirmLabel={t`Log out`}
        focusAfter={title}
        pendingLabel={t`Logging out…`}
        onConfirm={() =>
          signOutDevices(
            userId,
            selected.map(({ id }) => id),
          )
        }
      />
    </Group>
  )
}
