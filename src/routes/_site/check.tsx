import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '#features/information/not-built-yet.tsx'

export const Route = createFileRoute('/_site/check')({
  staticData: { title: msg`Cross-app sign-in` },
  component: NotBuiltYet,
})
