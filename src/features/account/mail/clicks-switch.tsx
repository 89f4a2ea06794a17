import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { saveProfile } from '../save-profile.ts'
import { useOptimisticValue } from './use-optimistic-value.ts'

/**
 * The switch by which a newsletter reader allows the count of clicks. Renders nothing for users without the newsletter,
 * and where the server cannot send one.
 */
export function ClicksSwitch() {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery, queryClient)
  const user = useSession()?.user
  const [shown, select] = useOptimisticValue(user?.counts_clicks ?? false)
  const save = useAction((checked: boolean) => select(checked, saveProfile({ counts_clicks: checked })))
  if (!user?.receive_newsletters || !config?.newsletter?.subscribe) return null
  return (
    <div>
      <Switch
        row
        label={t`Count my clicks in the newsletter`}
        description={t`Links of the next issues then lead over this server, which counts them without storing who clicked. Off, links lead straight to their pages. Mails have no tracking pixel.`}
        checked={shown}
        onChange={(checked) => save.run(checked)}
        disabled={save.pending}
      />
      <Failure>{save.failure}</Failure>
    </div>
  )
}
