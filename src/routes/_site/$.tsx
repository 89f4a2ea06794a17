import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#features/information/error-pages/not-found-page.tsx'

/** The not-found page for every unknown address. */
export const Route = createFileRoute('/_site/$')({
  staticData: { title: msg`Page Not Found` },
  component: NotFoundPage,
})
