import { Trans } from '@lingui/react/macro'
import type { Interval } from '#contract/objects/plan.ts'

export function IntervalName({ of }: { of: Interval }) {
  switch (of) {
    case 'week':
      return <Trans>week</Trans>
    case 'two_weeks':
      return <Trans>two weeks</Trans>
    case 'month':
      return <Trans>month</Trans>
    case 'year':
      return <Trans>year</Trans>
  }
}
