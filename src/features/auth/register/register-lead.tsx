import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'

/**
 * Says what a registration brings: to a visitor who came for the trial, that it begins, where one is on offer. Where mails
 * are sent, it begins only with the confirmed address.
 */
export function RegisterLead({ isForTrial }: { isForTrial: boolean }) {
  const { data: config } = useQuery(configQuery, queryClient)
  if (!isForTrial || config === undefined || config.trial === false)
    return <Trans>No card, no newsletter unless you ask for it.</Trans>
  if (config.mail) return <Trans>Your free trial begins when you have confirmed your address. No card.</Trans>
  return <Trans>Your free trial begins with it. No card.</Trans>
}
