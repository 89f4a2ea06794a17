import { useLingui } from '@lingui/react/macro'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLanguage } from '#i18n/use-language.ts'
import { announce } from '#ui/feedback/live-region.tsx'
import { toastError } from '#ui/feedback/toast.ts'
import { type EndDictation, startDictation } from './dictation.ts'
import { languageTag } from './language-tag.ts'
import { setListening } from './listening.ts'
import { setMode } from './modes.ts'
import { stop as stopSpeaking } from './speaker.ts'

export interface Dictation {
  listening: boolean
  /** The interim text, which may still change. */
  guess: string
  toggle: () => void
  stop: () => void
  /** Stops dictation and resolves when the last text, final or interim, is in the draft. */
  finish: () => Promise<void>
}

/** Sending waits no longer than this for the interim text to become final. */
const CERTAIN_WITHIN_MS = 500

/** One dictation with its interim text and the callers that wait for its end. */
interface Run {
  end: EndDictation | null
  text: string
  onWritten: () => void
}

/** Transcribes speech into the draft and never sends it. Ends when the chat is left or the page is hidden. */
export function useDictation(onText: (text: string) => void): Dictation {
  const { t } = useLingui()
  const language = useLanguage()
  const [guess, setGuess] = useState<string | null>(null)
  const run = useRef<Run | null>(null)
  const write = useRef(onText)
  write.current = onText

  const stop = useCallback(() => run.current?.end?.(), [])

  /** Ends the run: the interim text is added to the draft, and later results are ignored. */
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
    // The microphone would transcribe the app's own speech output.
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
        language: languageTag(language),
        onText: (text) => run.current === own && write.current(text),
        onGuess: (text) => {
          own.text = text
          if (run.current === own) setGuess(text)
        },
        onEnd: (failure) => {
          if (run.current !== own) return
          // There is nothing left to abort.
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
      // The session was started twice, or the page's permissions policy forbids it.
      failed('unknown')
    }
  }

  // Runs while the field is still mounted: text that arrives after that would be lost.
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
