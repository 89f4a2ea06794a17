import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '#features/import/import-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/import-chats')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Import chats` },
  component: ImportChats,
})

/** Renders nothing between sign-out and navigation. */
function ImportChats() {
  const userId = useSession()?.user.id
  return userId === undefined ? null : <ImportPage key={userId} userId={userId} />
}
