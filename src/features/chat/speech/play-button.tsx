import { useLingui } from '@lingui/react/macro'
import { useAtomValue } from 'jotai'
import type { Source } from '#contract/objects/chat.ts'
import { canSpeak } from '#data/speech-voices.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { IconButton } from '#ui/button/icon-button.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { PauseIcon, SpeakerIcon } from '#ui/icons/icons.tsx'
import { answerToText } from '../markdown/answer-to-text.ts'
import { pause, play, playingAtom, resume } from './speaker.ts'

interface PlayButtonProps {
  messageId: string
  /** In Markdown. */
  text: string
  sources?: readonly Source[]
}

/** Reads an answer aloud; renders nothing without speech synthesis. */
export function PlayButton({ messageId, text, sources = [] }: PlayButtonProps) {
  const { t } = useLingui()
  const language = useLanguage()
  const { voice } = useChatProfile()
  const playing = useAtomValue(playingAtom)
  if (!canSpeak()) return null
  const own = playing?.messageId === messageId ? playing.state : null
  const onFailure = () => toastError(t`This browser could not read the text aloud`)
  const press = () => {
    if (own === 'playing') pause()
    else if (own === 'paused') resume()
    else
      play({ messageId, text: answerToText({ content: text, sources }, { code: false }), voice, language, onFailure })
  }
  return (
    <IconButton
      label={own === 'playing' ? t`Pause` : t`Play text`}
      icon={own === 'playing' ? <PauseIcon size={18} /> : <SpeakerIcon size={18} />}
      data-playing={own ?? undefined}
      onClick={press}
    />
  )
}
