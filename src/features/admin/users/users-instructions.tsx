import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { InstructionsButton } from '../instructions-button.tsx'

export function UsersInstructions() {
  const { data: config } = useQuery(configQuery, queryClient)
  return (
    <InstructionsButton>
      <li>
        <Trans>Create User makes an account. Only the email is required, and each email has one account.</Trans>
      </li>
      <li>
        {config?.mail !== false ? (
          <Trans>A password has at least 8 characters. Without one, the person gets a mail to choose it.</Trans>
        ) : (
          <Trans>
            A password has at least 8 characters. Without one, the link to choose it is a file on the server, which
            sends no emails.
          </Trans>
        )}
      </li>
      <li>
        <Trans>
          A username has at least 3 characters. A new account gets the part of the email before the @; View Details is
          where to change it.
        </Trans>
      </li>
      <li>
        <Trans>Providers may open a person’s page and read it, never their chats. Each look is noted.</Trans>
      </li>
      <li>
        <Trans>VIP and Ad Subscriber are badges to find people by. They unlock nothing.</Trans>
      </li>
      <li>
        <Trans>Tick Receive Newsletters only for people who asked for it.</Trans>
      </li>
      <li>
        <Trans>View Details has everything else: editing, subscriptions, devices, activity, and deleting.</Trans>
      </li>
      <li>
        <Trans>Export users saves the people that are listed, on all pages: with the search, filters and order.</Trans>
      </li>
      <li>
        <Trans>On a keyboard: / goes to the search, the arrow keys move between people, and Enter opens one.</Trans>
      </li>
    </InstructionsButton>
  )
}
