import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'

/** Where no mail server is set up: that the link which was promised arrives in no mailbox. */
export function NoMailHint() {
  const { data: config } = useQuery(configQuery, queryClient)
  if (config?.mail !== false) return null
  return (
    <p>
      <Trans>This server sends no emails: they are files that whoever runs it can read.</Trans>
    </p>
  )
}
