import { useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { describeFailure } from '#i18n/error-words.ts'
import { currentLanguage } from '#i18n/i18n.ts'
import { Switch } from '#ui/switch.tsx'
import { toastError } from '#ui/toast.ts'
import {
  disableNotifications,
  enableNotifications,
  type NotificationState,
  notificationState,
} from './notification-state.ts'

/** "Answer ready" on or off for this device; draws nothing where the server sends none or the browser cannot. */
export function NotificationSwitch() {
  const { t } = useLingui()
  const [state, setState] = useState<NotificationState | null>(null)
  useEffect(() => {
    // Without a network the server's key is not known; then there is nothing to switch on.
    notificationState().then(setState, () => setState('unavailable'))
  }, [])
  if (state === null || state === 'unsupported' || state === 'unavailable') return null
  const change = (on: boolean) => {
    const done = on ? enableNotifications() : disableNotifications().then((): NotificationState => 'off')
    done.then(setState, (error: unknown) => toastError(describeFailure(error, currentLanguage())))
  }
  return (
    <Switch
      row
      label={t`Notifications`}
      description={
        state === 'blocked'
          ? t`Your browser blocks notifications for this site; its settings can allow them.`
          : t`Tells you when an answer is ready while you look at something else.`
      }
      checked={state === 'on'}
      disabled={state === 'blocked'}
      onChange={change}
    />
  )
}
