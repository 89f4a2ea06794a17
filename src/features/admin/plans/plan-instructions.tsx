import { Trans } from '@lingui/react/macro'
import { InstructionsButton } from '../instructions-button.tsx'

export function PlanInstructions() {
  return (
    <InstructionsButton>
      <li>
        <Trans>Create New Plan opens the form. All fields are required; the first one that is wrong is shown.</Trans>
      </li>
      <li>
        <Trans>Name and title have at least 3 characters, the description at least 10. People see the title.</Trans>
      </li>
      <li>
        <Trans>A price of 0.00 makes the plan a free trial, which each account can have once.</Trans>
      </li>
      <li>
        <Trans>A tokens or searches limit of 0 means unlimited.</Trans>
      </li>
      <li>
        <Trans>A feature is added with a comma, Enter or on leaving the field, and removed with its x.</Trans>
      </li>
      <li>
        <Trans>A plan that is not enabled is Inactive and cannot be bought. Who has it keeps it.</Trans>
      </li>
      <li>
        <Trans>A change of price counts for new subscriptions; existing ones keep what was agreed.</Trans>
      </li>
      <li>
        <Trans>
          Deleting a plan that somebody has subscribed to archives it. Show Archived lists it again, and it can be taken
          out of the archive.
        </Trans>
      </li>
    </InstructionsButton>
  )
}
