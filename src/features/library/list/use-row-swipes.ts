import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { useChatCommands } from '../chat-menu/use-chat-commands.ts'
import type { SwipeAction } from './swipe-rows.ts'

const swipes = lazyModule(() => import('./swipe-rows.ts'))

interface SwipedList {
  userId: number
  chats: readonly Pick<ListedChat, 'id' | 'is_pinned' | 'is_archived'>[]
  current: string | undefined
  /** False in the selection mode. */
  enabled: boolean
}

/** Lets the rows of the list be swiped on a touch screen; the code is loaded after the list. */
export function useRowSwipes(list: RefObject<HTMLElement | null>, { userId, chats, current, enabled }: SwipedList) {
  const { t } = useLingui()
  const { archive, pin, remove } = useChatCommands(userId)
  const find = (chatId: string) => chats.find(({ id }) => id === chatId)
  const label = (action: SwipeAction, chatId: string) => {
    if (action === 'delete') return t`Delete`
    if (action === 'pin') return find(chatId)?.is_pinned ? t`Unpin` : t`Pin`
    return find(chatId)?.is_archived ? t`Unarchive` : t`Archive`
  }
  const onSwipe = (action: SwipeAction, chatId: string) => {
    if (action === 'delete') remove([chatId], chatId === current ? chatId : undefined)
    else if (action === 'pin') pin([chatId], !find(chatId)?.is_pinned)
    else archive([chatId], !find(chatId)?.is_archived)
  }
  const latest = useRef({ label, onSwipe })
  latest.current = { label, onSwipe }

  useEffect(() => {
    if (!enabled || !window.matchMedia('(pointer: coarse)').matches) return
    let end = () => {}
    let isOver = false
    swipes.load().then(
      ({ swipeRows }) => {
        if (isOver || list.current === null) return
        end = swipeRows(list.current, {
          label: (...of) => latest.current.label(...of),
          onSwipe: (...of) => latest.current.onSwipe(...of),
        })
      },
      // The menu and the selection mode have the same actions.
      (error: unknown) => logHandled('The swipes of the list did not load', error),
    )
    return () => {
      isOver = true
      end()
    }
  }, [list, enabled])
}
