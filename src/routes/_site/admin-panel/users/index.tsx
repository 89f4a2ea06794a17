import { msg } from '@lingui/core/macro'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { AdminSearch } from '#features/admin/admin-search.ts'
import { ProviderPage } from '#features/admin/provider/provider-page.tsx'
import { requireRole } from '#session/guards/guards.ts'
import { FactorGate } from '../-factor-gate.tsx'

export const Route = createFileRoute('/_site/admin-panel/users/')({
  validateSearch: AdminSearch,
  beforeLoad: requireRole('admin-or-provider'),
  staticData: { title: msg`Users` },
  component: ProviderRoute,
})

function ProviderRoute() {
  const navigate = useNavigate()
  return (
    <FactorGate>
      <ProviderPage
        search={Route.useSearch()}
        onSearch={(search) => void navigate({ to: '/admin-panel/users', search, replace: true, resetScroll: false })}
      />
    </FactorGate>
  )
}
