import { useLingui } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { useRouterState } from '@tanstack/react-router'
import { LinkButton } from '#ui/link-button.tsx'
import { MessagePage } from './message-page.tsx'

/** Stands in for a page of a later release; `#lib/unbuilt-pages.ts` lists where it is shown. */
export function NotBuiltYet() {
  const { i18n } = useLingui()
  const title = useRouterState({ select: (state) => state.matches.at(-1)?.staticData.title })
  return (
    <MessagePage
      overline={<Trans>Not built yet</Trans>}
      title={title === undefined ? 'Companion' : i18n._(title)}
      actions={
        <LinkButton to="/" variant="primary">
          <Trans>Back to Home</Trans>
        </LinkButton>
      }
    >
      <p>
        <Trans>This page is planned but does not work yet in this version. Nothing you did was lost.</Trans>
      </p>
    </MessagePage>
  )
}
