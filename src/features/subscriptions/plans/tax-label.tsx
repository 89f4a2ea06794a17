import { Trans } from '@lingui/react/macro'
import type { Plan } from '#contract/objects/plan.ts'

/** Says whether a tax is added to a price or contained in it; nothing when no tax is computed. */
export function TaxLabel({ of }: { of: Plan['tax'] }) {
  switch (of) {
    case 'exclusive':
      return <Trans>plus tax</Trans>
    case 'inclusive':
      return <Trans>incl. tax</Trans>
    case null:
      return null
  }
}
