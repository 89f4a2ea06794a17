import { useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { useLiveQuery } from '#data/use-live-query.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import { prefetchWhenStored } from '#lib/lazy/prefetch-when-stored.ts'
import { database } from '#offline/database/database.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { MoreIcon } from '#ui/icons/icons.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { MenuSeparator } from '#ui/menu/menu-item.tsx'
import { DialogProvider } from '../dialogs/dialog-provider.tsx'

const parts = lazyModule(() => import('./chat-parts.tsx'))

interface ChatMenuProps {
  userId: number
  chatId: string
  /** More items, which need no stored chat. */
  items: ReactNode
}

/** The menu of the open chat in its header; while the chat does not exist it has only the given items. */
export function ChatMenu({ userId, chatId, items }: ChatMenuProps) {
  const { t } = useLingui()
  const chat = useLiveQuery(() => database().chats.get([userId, chatId]), [userId, chatId])
  const part = useLazyModule(parts, chat !== undefined, logMissingChunk)
  // Prefetched, because otherwise the first opened chat would load this code at the same time as its messages.
  useEffect(() => prefetchWhenStored(parts), [])
  // The same menu element before and after the chat is read: replacing it would close a menu that is open. What is read
  // later is added below, so that no item moves or is replaced under a press.
  return (
    <DialogProvider userId={userId}>
      {chat && part ? <part.ChatButtons chat={chat} /> : null}
      <Menu trigger={<IconButton label={t`More about this chat`} icon={<MoreIcon />} />}>
        {items}
        {chat && part ? (
          <>
            <MenuSeparator />
            <part.ChatMenuItems userId={userId} chat={chat} current />
          </>
        ) : null}
      </Menu>
    </DialogProvider>
  )
}
