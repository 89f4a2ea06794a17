import { Trans } from '@lingui/react/macro'
import { usesProviderList } from '#session/entitlements.ts'
import { useSession } from '#session/state/session-atom.ts'
import { LinkButton } from '#ui/button/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** `type` chooses the text: access denied, subscription required, or a general error for anything else. */
export function ErrorPage({ type }: { type: string | undefined }) {
  const user = useSession()?.user
  const home = (
    <LinkButton to="/" variant={type === 'subscription-required' ? 'secondary' : 'primary'}>
      <Trans>Back to Home</Trans>
    </LinkButton>
  )
  if (type === 'access-denied') {
    return (
      <MessagePage title={<Trans>Access Denied</Trans>} actions={home}>
        <p>
          <Trans>You do not have permission to access this page.</Trans>
        </p>
      </MessagePage>
    )
  }
  if (type === 'subscription-required') {
    const purchase = (
      <LinkButton to="/subscriptions" variant="primary">
        <Trans>Purchase</Trans>
      </LinkButton>
    )
    return (
      <MessagePage
        title={<Trans>Subscription Required</Trans>}
        actions={
          <>
            {purchase}
            {user && usesProviderList(user) ? (
              <LinkButton to="/admin-panel/users">
                <Trans>Users</Trans>
              </LinkButton>
            ) : null}
            {home}
          </>
        }
      >
        <p>
          <Trans>You need an active subscription to access this content</Trans>
        </p>
      </MessagePage>
    )
  }
  return (
    <MessagePage title={<Trans>Something Went Wrong</Trans>} actions={home}>
      <p>
        <Trans>An unexpected error occurred. Please try again later.</Trans>
      </p>
    </MessagePage>
  )
}
