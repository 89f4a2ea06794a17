import { useLingui } from '@lingui/react/macro'
import { useLocation, useRouter } from '@tanstack/react-router'
import { useAtom } from 'jotai'
import { useEffect } from 'react'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { goBackOnce } from '#lib/routing/go-back-once.ts'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { usePopup } from '#ui/use-popup.ts'
import { useMedia } from '../../screen/use-media.ts'
import { focusChip, isSheetOpen, openedScoresAtom, SIDE } from '../open-scores.ts'
import styles from './scores-side.module.css'

const panel = lazyModule(() => import('./scores-panel.tsx'))

/** Shows the scores of an answer beside the chat where there is room, otherwise as a sheet that Back closes. */
export function ScoresSide({ userId, chatId }: { userId: number; chatId: string | undefined }) {
  const { t } = useLingui()
  const router = useRouter()
  const beside = useMedia(SIDE)
  const { show_scores } = useChatProfile()
  const sheetOpen = useLocation({ select: isSheetOpen })
  const [opened, setOpened] = useAtom(openedScoresAtom)
  const isOpen = opened !== null && opened.chatId === chatId && show_scores
  const shown = isOpen && (beside || sheetOpen)

  const close = () => {
    if (!beside && isSheetOpen(router.history.location)) goBackOnce(router.history)
    if (!beside) return
    setOpened(null)
    if (opened) focusChip(opened.messageId)
  }
  const part = usePopup(panel, shown, (next) => {
    if (!next) close()
  })
  // After leaving the chat, the chip must not report the scores as open.
  useEffect(() => {
    if (opened && !(beside || sheetOpen)) setOpened(null)
  }, [opened, beside, sheetOpen, setOpened])

  const content =
    part && opened ? <part.ScoresPanel userId={userId} {...opened} onClose={close} isSheet={!beside} /> : null
  if (beside) {
    return shown ? (
      <aside
        className={styles.side}
        data-side=""
        aria-label={t`Scores of this answer`}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          event.preventDefault()
          close()
        }}
      >
        {content}
      </aside>
    ) : null
  }
  return (
    <Drawer
      open={shown}
      onOpenChange={(next) => (next ? undefined : close())}
      label={t`Scores of this answer`}
      side="right"
    >
      {content}
    </Drawer>
  )
}
