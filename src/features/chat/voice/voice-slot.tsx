import { useAtomValue } from 'jotai'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useLazyModule } from '#lib/lazy/lazy-module.ts'
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
  rows: readonly Row[]
  /** The ids of unfinished answers. */
  streaming: readonly string[]
  composer: RefObject<ComposerHandle | null>
  /** Resolves with true when the question is stored. */
  onSend: (text: string, as: Storing, spoken: boolean) => Promise<boolean>
}

/** The open voice chat, in place of the composer. */
export function VoiceSlot({ composer, onSend, ...chat }: VoiceSlotProps) {
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
  const addToDraft = (text: string) => composer.current?.insert(text)
  return <loaded.VoiceBar {...chat} audio={open.audio} send={send} addToDraft={addToDraft} onEnd={end} />
}

function closeAfterFailure(error: unknown): void {
  closeVoiceChat()
  toastFailure(error)
}
