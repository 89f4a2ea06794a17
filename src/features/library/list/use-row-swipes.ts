import { useLingui } from '@lingui/react/macro'
import { type RefObject, useEffect, useRef } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import { useChatCommands } from '../chat-menu/use-chat-commands.ts'
import { useSaveLabel } from '../chat-menu/use-save-label.ts'
import type { SwipeAction } from './swipe-rows.ts'

const swipes = lazyModule(() => import('./swipe-rows.ts'))

interface SwipedList {
  userId: number
  chats: readonly { id: string; is_saved: boolean }[]
  current: string | undefined
  /** False in the selection mode. */
  enabled: boolean
}

/** Lets the rows of the list be swiped on a touch screen; the code is loaded after the list. */
export function useRowSwipes(list: RefObject<HTMLElement | null>, { userId, chats, current, enabled }: SwipedList) {
  const { t } = useLingui()
  const { save, remove } = useChatCommands(userId)
  const saveLabel = useSaveLabel()
  const isSaved = (chatId: string) => chats.find(({ id }) => id === chatId)?.is_saved === true
  const label = (action: SwipeAction, chatId: string) => (action === 'delete' ? t`Delete` : saveLabel(isSaved(chatId)))
  const onSwipe = (action: SwipeAction, chatId: string) => {
    if (action === 'delete') remove([chatId], chatId === current ? chatId : undefined)
    else save([chatId], !isSaved(chatId))
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
