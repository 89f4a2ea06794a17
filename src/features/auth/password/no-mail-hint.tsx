import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'

/** Says that no email will arrive, on a server without a configured mail server. */
export function NoMailHint() {
  const { data: config } = useQuery(configQuery, queryClient)
  if (config?.mail !== false) return null
  return (
    <p>
      <Trans>This server sends no emails: they are files that whoever runs it can read.</Trans>
    </p>
  )
}
