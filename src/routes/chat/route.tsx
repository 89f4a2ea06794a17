import { msg } from '@lingui/core/macro'
import { createFileRoute, useParams } from '@tanstack/react-router'
import { requestPalette } from '#data/request-palette.ts'
import { ChatScreen } from '#features/chat/screen/chat-screen.tsx'
import { SpokenAnswersItem } from '#features/chat/speech/spoken-answers-item.tsx'
import { TemporaryChatItem } from '#features/chat/temporary/temporary-chat-item.tsx'
import { ChatMenu } from '#features/library/chat-menu/chat-menu.tsx'
import { LazySidebar, prefetchSidebar, usePrefetchedSidebar } from '#features/library/lazy-sidebar.tsx'
import { InstallItem } from '#features/pwa/install/install-item.tsx'
import { UpdateItem } from '#features/pwa/update-item.tsx'
import { ShortcutsItem } from '#features/search/shortcuts/shortcuts-item.tsx'
import { requireSignedIn } from '#session/guards/guards.ts'
import { useSession } from '#session/state/session-atom.ts'
import { loadListBeside } from './-load-list-beside.ts'

/** One screen for /chat and /chat/$chatId, so that list and composer stay mounted when another chat opens. */
export const Route = createFileRoute('/chat')({
  beforeLoad: (context) => {
    requireSignedIn(context)
    // Fetched while the messages are read.
    loadListBeside().catch(reportError)
  },
  loader: loadListBeside,
  staticData: { title: msg`Chat` },
  component: ChatRoute,
})

const searchChats = () => requestPalette('search')

const userItems = (
  <>
    <ShortcutsItem />
    <InstallItem />
    <UpdateItem />
  </>
)

const chatItems = (
  <>
    <SpokenAnswersItem />
    <TemporaryChatItem />
  </>
)

function ChatRoute() {
  const { chatId } = useParams({ strict: false })
  const userId = useSession()?.user.id
  usePrefetchedSidebar()
  if (userId === undefined) return null
  return (
    <ChatScreen
      {...(chatId === undefined ? {} : { chatId })}
      sidebar={(layout) => <LazySidebar {...layout} onSearch={searchChats} userItems={userItems} />}
      onBeforeList={prefetchSidebar}
      menu={(id) => <ChatMenu userId={userId} chatId={id} items={chatItems} />}
    />
  )
}
