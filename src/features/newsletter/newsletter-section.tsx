import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { Group } from '#ui/layout/group.tsx'
import { SubscribeForm } from './subscribe-form.tsx'

/** The newsletter on the start page: nothing where this server neither sends one nor has issues to read. */
export function NewsletterSection() {
  const { data: config } = useQuery(configQuery, queryClient)
  const { subscribe = false, issues = false } = config?.newsletter ?? {}
  if (!subscribe && !issues) return null
  return (
    <Group
      heading="h2"
      title={<Trans>The wealth-signals newsletter</Trans>}
      text={issues ? null : <Trans>No issue has been sent yet.</Trans>}
    >
      {issues ? (
        <p>
          <a href="/newsletter">
            <Trans>Read the issues</Trans>
          </a>
        </p>
      ) : null}
      {subscribe ? <SubscribeForm /> : null}
    </Group>
  )
}
