import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { ErrorPage } from '#features/information/error-pages/error-page.tsx'
import { OptionalText } from '#lib/routing/optional-text.ts'

export const Route = createFileRoute('/_site/error')({
  validateSearch: v.object({ type: OptionalText }),
  staticData: { title: msg`Error` },
  component: () => <ErrorPage type={Route.useSearch().type} />,
})
