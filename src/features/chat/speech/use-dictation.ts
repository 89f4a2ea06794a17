import { useLingui } from '@lingui/react/macro'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { type EndDictation, startDictation } from './dictation.ts'
import { setListening } from './listening.ts'
import { setMode } from './modes.ts'
import { stop as stopSpeaking } from './speaker.ts'

export interface Dictation {
  listening: boolean
  /** What is being heard and may still change. */
  guess: string
  toggle: () => void
  stop: () => void
  /** Stops, and resolves when the last words are written: as heard for certain, or as they were guessed. */
  finish: () => Promise<void>
}

/** Who sends does not wait longer for the last words to be certain. */
const CERTAIN_WITHIN_MS = 500

/** One dictation: what is heard and not written yet, and whoever waits for it. */
interface Run {
  end: EndDictation | null
  text: string
  onWritten: () => void
}

/** Writes what is said into the draft; never sends it. Ends with the chat, and when the page is hidden. */
export function useDictation(onText: (text: string) => void): Dictation {
  const { t } = useLingui()
  const language = useLanguage()
  const [guess, setGuess] = useState<string | null>(null)
  const run = useRef<Run | null>(null)
  const write = useRef(onText)
  write.current = onText

  const stop = useCallback(() => run.current?.end?.(), [])

  /** It is over: what was only guessed is written down too, and nothing more. */
  const settle = useCallback(() => {
    const { current } = run
    run.current = null
    if (current === null) return
    setListening(false)
    setGuess(null)
    if (current.text !== '') write.current(current.text)
    current.end?.abort()
    current.onWritten()
  }, [])

  const finish = () =>
    new Promise<void>((resolve) => {
      const { current } = run
      stop()
      if (!current?.text || run.current !== current) return resolve()
      const timer = setTimeout(settle, CERTAIN_WITHIN_MS)
      current.onWritten = () => {
        clearTimeout(timer)
        resolve()
      }
    })

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
      const own: Run = { end: null, text: '', onWritten: () => {} }
      own.end = startDictation({
        language: tagFor(language),
        onText: (text) => run.current === own && write.current(text),
        onGuess: (text) => {
          own.text = text
          if (run.current === own) setGuess(text)
        },
        onEnd: (failure) => {
          if (run.current !== own) return
          // There is nothing left to break off.
          own.end = null
          settle()
          if (failure !== null) failed(failure)
        },
      })
      run.current = own
      setListening(true)
      setGuess('')
      announce(t`Listening`)
    } catch {
      // Started twice, or forbidden by the page's owner.
      failed('unknown')
    }
  }

  // While the field is still there: what comes after it has gone would be lost.
  useLayoutEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && settle()
    document.addEventListener('visibilitychange', hide)
    return () => {
      document.removeEventListener('visibilitychange', hide)
      settle()
    }
  }, [settle])

  return { listening: guess !== null, guess: guess ?? '', toggle: guess === null ? start : stop, stop, finish }
}

/** The person's own kind of a language, as the browser knows it: `es-MX` before `es-ES`. */
function tagFor(language: string): string {
  const own = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`))
  return own ?? (language === 'es' ? 'es-ES' : 'en-US')
}
