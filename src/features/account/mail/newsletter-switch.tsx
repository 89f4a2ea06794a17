import { useLingui } from '@lingui/react/macro'
import { useAction } from '#data/use-action.ts'
import { useSession } from '#session/state/session-atom.ts'
import { Switch } from '#ui/input/switch.tsx'
import { Failure } from '#ui/layout/group.tsx'
import { saveProfile } from '../save-profile.ts'
import { useChosen } from './use-optimistic-value.ts'

/** Shown on the account page and in the settings; both read the user of the session. */
export function NewsletterSwitch() {
  const { t } = useLingui()
  const stored = useSession()?.user.receive_newsletters ?? false
  const [shown, choose] = useChosen(stored)
  const save = useAction((checked: boolean) => choose(checked, saveProfile({ receive_newsletters: checked })))
  return (
    <div>
      <Switch
        row
        label={t`Wealth-signals newsletter`}
        description={t`No issue has been sent yet. You get it only if you ask for it, and every issue will have a link that ends it.`}
        checked={shown}
        onChange={(checked) => save.run(checked)}
        disabled={save.pending}
      />
      <Failure>{save.failure}</Failure>
    </div>
  )
}
