import { msg } from '@lingui/core/macro'
import { createFileRoute } from '@tanstack/react-router'
import { ExportPage } from '#features/chat/export/export-page.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'

export const Route = createFileRoute('/_site/export-chat/$chatId')({
  beforeLoad: requireSignedIn,
  staticData: { title: msg`Export chat` },
  component: ExportChat,
})

/** Renders nothing between sign-out and navigation. */
function ExportChat() {
  const { chatId } = Route.useParams()
  const userId = useSession()?.user.id
  return userId === undefined ? null : <ExportPage key={chatId} userId={userId} chatId={chatId} />
}
