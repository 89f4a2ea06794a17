import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { IdParam } from '#contract/primitives.ts'
import { UserPage } from '#features/admin/user-page/user-page.tsx'
import { NotFoundPage } from '#features/information/error-pages/not-found-page.tsx'
import { requireRole } from '#session/guards/guards.ts'
import { FactorGate } from '../-factor-gate.tsx'

export const Route = createFileRoute('/_site/admin-panel/users/$id')({
  beforeLoad: requireRole('admin-or-provider'),
  staticData: { title: msg`User` },
  component: UserRoute,
})

function UserRoute() {
  const id = v.safeParse(IdParam, Route.useParams().id)
  if (!id.success) return <NotFoundPage />
  return (
    <FactorGate>
      <UserPage key={id.output} id={id.output} />
    </FactorGate>
  )
}
