import { msg } from '@lingui/core/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AdminPage } from '#features/admin/admin-page.tsx'
import { AdminSearch } from '#features/admin/admin-search.ts'
import { requireRole } from '#session/guards/guards.ts'
import { FactorGate } from './-factor-gate.tsx'

export const Route = createFileRoute('/_site/admin-panel/')({
  validateSearch: AdminSearch,
  beforeLoad: requireRole('admin'),
  staticData: { title: msg`Admin panel` },
  component: AdminRoute,
})

function AdminRoute() {
  const navigate = useNavigate()
  return (
    <FactorGate>
      <AdminPage
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ to: '/admin-panel', search, replace: true, resetScroll: false })}
      />
    </FactorGate>
  )
}
