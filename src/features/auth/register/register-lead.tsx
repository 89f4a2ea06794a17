import { Trans } from '@lingui/react/macro'
import { skipToken, useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'

/**
 * Says what a registration brings; where mails are sent, a trial begins only with the confirmed address. `offersTrial` is
 * undefined for visitors who did not come for a trial.
 */
export function RegisterLead({ offersTrial }: { offersTrial: (() => Promise<boolean>) | undefined }) {
  const { data: config } = useQuery(configQuery, queryClient)
  const { data: hasTrial } = useQuery({ queryKey: ['offers trial'], queryFn: offersTrial ?? skipToken }, queryClient)
  if (hasTrial !== true || config === undefined) return <Trans>No card, no newsletter unless you ask for it.</Trans>
  if (config.mail) return <Trans>Your free trial begins when you have confirmed your address. No card.</Trans>
  return <Trans>Your free trial begins with it. No card.</Trans>
}
