import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { goBackOnce } from '#lib/routing/go-back-once.ts'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { isListOpen } from './list-drawer-state.ts'

/** The chat list of a phone. It has its own history entry, so that back closes it. */
export function ListDrawer({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const router = useRouter()
  const open = useLocation({ select: isListOpen })
  const change = (next: boolean) => {
    if (!next && isListOpen(router.history.location)) goBackOnce(router.history)
  }
  return (
    <Drawer open={open} onOpenChange={change} label={t`Chats`} side="left" bare>
      {children}
    </Drawer>
  )
}
