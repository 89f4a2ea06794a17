import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useAction } from '#data/use-action.ts'
import { isIos } from '#lib/browser/detect-browser.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure, Row } from '#ui/layout/group.tsx'
import { installWay } from '../install/install-state.ts'
import {
  disableNotifications,
  enableNotifications,
  type NotificationState,
  notificationState,
} from './notification-state.ts'

/** Switches "Answer ready" notifications on this device; where that is impossible, it says why. */
export function NotificationSwitch() {
  const { t } = useLingui()
  const [state, setState] = useState<NotificationState | null>(null)
  const { run: look, failure: unread } = useAction(async () => setState(await notificationState()))
  const { run, failure } = useAction(async (on: boolean) => {
    if (on) setState(await enableNotifications())
    else await disableNotifications().then(() => setState('off'))
  })
  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    const again = () => document.visibilityState === 'visible' && look()
    // The user may return from the browser's settings, or the server may be reachable again.
    document.addEventListener('visibilitychange', again, { signal })
    window.addEventListener('online', again, { signal })
    look()
    return () => controller.abort()
  }, [look])
  // A row of the same height meanwhile, so that what is below does not move.
  if (state === null) return unread ? <Failure>{unread}</Failure> : <Row label={t`Notifications`} text={'\u00a0'} />
  if (state === 'unsupported' || state === 'unavailable' || state === 'unknown')
    return <Row label={t`Notifications`} text={<WhyNot state={state} />} />
  return (
    <div>
      <Switch
        row
        label={t`Notifications`}
        description={<Explanation state={state} />}
        checked={state === 'on'}
        disabled={state === 'blocked'}
        onChange={(on) => run(on)}
      />
      <Failure>{failure}</Failure>
    </div>
  )
}

function WhyNot({ state }: { state: 'unsupported' | 'unavailable' | 'unknown' }) {
  if (state === 'unavailable') return <Trans>The server that you use sends none.</Trans>
  if (state === 'unknown') return <Trans>They can be switched on when the server can be reached.</Trans>
  if (isIos(navigator) && installWay() === 'steps')
    return <Trans>On an iPhone or iPad they come with the installed app: add Companion to your home screen.</Trans>
  return <Trans>This browser cannot tell you that an answer is ready while you look at something else.</Trans>
}

function Explanation({ state }: { state: 'on' | 'off' | 'blocked' | 'failed' }) {
  if (state === 'blocked')
    return <Trans>Your browser blocks notifications for this site; its settings can allow them.</Trans>
  if (state === 'failed')
    return <Trans>Your browser could not switch them on. Its settings may not allow it; you can try again later.</Trans>
  return <Trans>Tells you when an answer is ready while you look at something else.</Trans>
}
