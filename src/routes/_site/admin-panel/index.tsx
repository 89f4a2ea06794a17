import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { NotBuiltYet } from '#features/information/not-built-yet.tsx'
import { requireRole } from '#session/guards.ts'

export const Route = createFileRoute('/_site/admin-panel/')({
  beforeLoad: requireRole('admin'),
  staticData: { title: msg`Admin panel` },
  component: NotBuiltYet,
})
