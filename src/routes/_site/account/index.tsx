import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '#features/information/not-built-yet.tsx'
import { requireSignedIn } from '#session/guards.ts'

export const Route = createFileRoute('/_site/account/')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Account` },
  component: NotBuiltYet,
})
