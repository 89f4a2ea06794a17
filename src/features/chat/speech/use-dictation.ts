import { useLingui } from '@lingui/react/macro'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { announce } from '#ui/live-region.tsx'
import { toastError } from '#ui/toast.ts'
import { startDictation } from './dictation.ts'
import { setMode } from './modes.ts'
import { stop as stopSpeaking } from './speaker.ts'

export interface Dictation {
  listening: boolean
  /** What is being heard and may still change. */
  guess: string
  toggle: () => void
  stop: () => void
}

/** Writes what is said into the draft; never sends it. Ends with the chat, and when the page is hidden. */
export function useDictation(onText: (text: string) => void): Dictation {
  const { t } = useLingui()
  const language = useLanguage()
  const [guess, setGuess] = useState<string | null>(null)
  const end = useRef<(() => void) | null>(null)
  const write = useRef(onText)
  write.current = onText

  const stop = useCallback(() => {
    end.current?.()
    end.current = null
  }, [])

  const start = () => {
    // It would write down what the app itself says.
    stopSpeaking()
    setMode('request', 'voice')
    const failed = (why: string) =>
      toastError(
        why === 'not-allowed' || why === 'service-not-allowed'
          ? t`This browser does not let the app use the microphone`
          : why === 'network'
            ? t`Dictation needs a connection in this browser`
            : t`Dictation does not work here just now`,
      )
    try {
      let over = false
      const ended = startDictation({
        language: tagFor(language),
        onText: (text) => write.current(text),
        onGuess: (text) => over || setGuess(text),
        onEnd: (failure) => {
          over = true
          if (end.current === ended) end.current = null
          setGuess(null)
          if (failure !== null) failed(failure)
        },
      })
      end.current = ended
      setGuess('')
      announce(t`Listening`)
    } catch {
      // Started twice, or forbidden by the page's owner.
      failed('unknown')
    }
  }

  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && stop()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      stop()
    }
  }, [stop])

  return { listening: guess !== null, guess: guess ?? '', toggle: guess === null ? start : stop, stop }
}

/** The person's own kind of a language, as the browser knows it: `es-MX` before `es-ES`. */
function tagFor(language: string): string {
  const own = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`))
  return own ?? (language === 'es' ? 'es-ES' : 'en-US')
}
