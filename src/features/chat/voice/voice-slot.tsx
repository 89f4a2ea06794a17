import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import { database } from '#offline/database/database.ts'
import { addToDraft } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import type { ComposerHandle, Storing } from '../composer/composer-handle.ts'
import type { Row } from '../thread/rows/build-rows.ts'
import { voiceBar } from './voice-button.tsx'
import { closeVoiceChat, voiceChatAtom } from './voice-chat-atom.ts'

export { VoiceButton } from './voice-button.tsx'

export interface VoiceSlotProps {
  userId: number
  chatId: string
  isNew: boolean
  rows: readonly Row[]
  /** The ids of unfinished answers. */
  streaming: readonly string[]
  composer: RefObject<ComposerHandle | null>
  /** Resolves with true when the question is stored. */
  onSend: (text: string, as: Storing, spoken: boolean) => Promise<boolean>
}

/** The open voice chat, in place of the composer. */
export function VoiceSlot({ composer, onSend, isNew, ...chat }: VoiceSlotProps) {
  const open = useAtomValue(voiceChatAtom)
  const loaded = useLazyModule(voiceBar, open !== null, closeAfterFailure)
  if (!open || !loaded) return null
  const send = async (text: string) => {
    const id = newId()
    return (await onSend(text, { id, seen: '', files: [] }, true)) ? id : null
  }
  const end = () => {
    flushSync(closeVoiceChat)
    // On a phone the field would open the keyboard.
    if (window.matchMedia('(pointer: fine)').matches) composer.current?.focus()
    else document.querySelector<HTMLElement>('[data-starts-voice]')?.focus()
  }
  const keep = (text: string) => {
    if (composer.current) return composer.current.insert(text)
    // Another chat or page has been opened.
    addToDraft(database(), chat.userId, isNew ? NEW_CHAT : chat.chatId, text).catch((error: unknown) =>
      logHandled('What was heard is not in the draft', error),
    )
  }
  return <loaded.VoiceBar {...chat} audio={open.audio} send={send} addToDraft={keep} onEnd={end} />
}

function closeAfterFailure(error: unknown): void {
  closeVoiceChat()
  toastFailure(error)
}
