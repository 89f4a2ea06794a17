import { type EndDictation, startDictation } from '../../speech/dictation.ts'
import type { PauseReason } from '../voice-machine.ts'
import type { Listen } from './speech-input.ts'

/** A pause of this length ends what the user says. */
const PAUSE_MS = 1_500
/** A shorter session was not ended by silence: after more than `SHORT_SESSIONS_MAX` in a row, recognition fails. */
const SESSION_MS = 400
const SHORT_SESSIONS_MAX = 3

const reasons: Readonly<Record<string, PauseReason>> = {
  'not-allowed': 'microphone',
  'audio-capture': 'microphone',
  network: 'network',
}

/** Listens by the browser's speech recognition; `tag` is a BCP 47 tag. */
export function recogniseInBrowser(tag: string): Listen {
  return ({ onHeard, onSaid, onFailure }) => {
    let end: EndDictation | null = null
    let final = ''
    let guess = ''
    let short = 0
    let isOver = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const text = () => [final, guess].filter((part) => part !== '').join(' ')
    const stop = () => {
      isOver = true
      clearTimeout(timer)
      end?.abort()
      return null
    }
    const settle = () => {
      stop()
      onSaid(text())
    }
    const report = () => {
      if (isOver || text() === '') return
      clearTimeout(timer)
      timer = setTimeout(settle, PAUSE_MS)
      onHeard(text())
    }
    const fail = (error: string) => {
      stop()
      onFailure(reasons[error] ?? 'recognition')
    }
    const begin = () => {
      const begun = Date.now()
      end = startDictation({
        language: tag,
        onText: (more) => {
          if (more !== '') final = final === '' ? more : `${final} ${more}`
          guess = ''
          report()
        },
        onGuess: (interim) => {
          guess = interim
          report()
        },
        onEnd: (failure) => {
          end = null
          if (isOver) return
          if (text() !== '') return settle()
          short = Date.now() - begun < SESSION_MS ? short + 1 : 0
          if (failure !== null || short > SHORT_SESSIONS_MAX) fail(failure ?? 'ended')
          else tryBegin()
        },
      })
    }
    const tryBegin = () => {
      try {
        begin()
      } catch {
        // The page's permissions policy forbids it, or the last session has not ended.
        fail('unknown')
      }
    }
    tryBegin()
    return stop
  }
}
