import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotFoundPage } from '#features/information/error-pages/not-found-page.tsx'

/** Every address that no other route takes. */
export const Route = createFileRoute('/_site/$')({
  staticData: { title: msg`Page Not Found` },
  component: NotFoundPage,
})
