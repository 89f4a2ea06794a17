import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useAction } from '#data/use-action.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { saveProfile } from '../save-profile.ts'
import { ClicksSwitch } from './clicks-switch.tsx'
import { useOptimisticValue } from './use-optimistic-value.ts'

/** Shown on the account page and in the settings; both read the user of the session. */
export function NewsletterSwitch() {
  const { t } = useLingui()
  const { data: config } = useQuery(configQuery, queryClient)
  const stored = useSession()?.user.receive_newsletters ?? false
  const [shown, select] = useOptimisticValue(stored)
  const save = useAction((checked: boolean) => select(checked, saveProfile({ receive_newsletters: checked })))
  const describe = (newsletter: PublicConfig['newsletter']) => {
    if (newsletter?.issues) return t`You get it only if you ask for it, and every issue has a link that ends it.`
    if (newsletter?.subscribe)
      return t`No issue has been sent yet. You get it only if you ask for it, and every issue will have a link that ends it.`
    return t`You get it only if you ask for it. This server has not sent any so far; your choice is stored for when it does.`
  }
  return (
    <div>
      <Switch
        row
        label={t`Wealth-signals newsletter`}
        description={describe(config?.newsletter)}
        checked={shown}
        onChange={(checked) => save.run(checked)}
        disabled={save.pending}
      />
      {config?.newsletter?.issues ? (
        <p>
          <a href="/newsletter">
            <Trans>Read the issues</Trans>
          </a>
        </p>
      ) : null}
      <Failure>{save.failure}</Failure>
      <ClicksSwitch />
    </div>
  )
}
