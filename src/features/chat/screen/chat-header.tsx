import { useLingui } from '@lingui/react/macro'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useSyncExternalStore } from 'react'
import { appUpdate } from '#lib/app-update/app-update.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { prefetchDrawer } from '#ui/dialog/drawer.tsx'
import { MenuIcon, PlusIcon } from '#ui/icons/icons.tsx'
import styles from './chat-screen.module.css'
import { openList } from './list-drawer-state.ts'

interface ChatHeaderProps {
  title: string
  wide: boolean
  /** Called when the list is about to be opened. */
  onBeforeList: () => void
  menu?: ReactNode
  /** The choice of the model, with the title. */
  model?: ReactNode
}

/** Shows the title; on a phone also the buttons for the list and a new chat. `menu` is placed at the end. */
export function ChatHeader({ title, wide, onBeforeList, menu, model }: ChatHeaderProps) {
  const { t } = useLingui()
  const router = useRouter()
  const navigate = useNavigate()
  const isOffered = useSyncExternalStore(appUpdate.subscribe, appUpdate.offer) !== null
  return (
    <header className={styles.header}>
      {wide ? null : (
        <IconButton
          size="l"
          label={t`Chats`}
          icon={<MenuIcon size={24} />}
          className={isOffered ? styles.dotted : undefined}
          aria-description={isOffered ? t`A new version is ready` : undefined}
          aria-haspopup="dialog"
          onPointerDown={() => {
            prefetchDrawer()
            onBeforeList()
          }}
          onClick={() => openList(router)}
        />
      )}
      <div className={styles.heading}>
        <h1 className={styles.title} dir="auto">
          {title}
        </h1>
        {model}
      </div>
      {wide ? null : (
        <IconButton
          size="l"
          label={t`New chat`}
          icon={<PlusIcon size={22} />}
          onClick={() => void navigate({ to: '/chat/$chatId', params: { chatId: 'new' } })}
        />
      )}
      {menu}
    </header>
  )
}
