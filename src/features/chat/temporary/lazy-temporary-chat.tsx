import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'
import { ChatSkeleton } from '../screen/chat-skeleton.tsx'

export interface TemporaryChatProps {
  userId: number
  wide: boolean
  unreachable: boolean
  onBeforeList: () => void
}

const chat = lazyModule(() => loadInBackground(() => import('./temporary-chat.tsx')))

/** Resolves when a temporary chat can be rendered. */
export const loadTemporaryChat = chat.load

/** A temporary chat; a placeholder until its code is there. */
export function LazyTemporaryChat(props: TemporaryChatProps) {
  const loaded = useLazyModule(chat, true, reportError)
  return loaded ? <loaded.TemporaryChat {...props} /> : <ChatSkeleton />
}
