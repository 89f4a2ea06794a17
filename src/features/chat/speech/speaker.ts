import { atom, getDefaultStore } from 'jotai'
import { canSpeak, pickVoice, readVoices } from '#data/speech-voices.ts'
import type { Language } from '#i18n/languages.ts'
import { languageOfText } from './language-of-text.ts'
import { splitSentences } from './split-sentences.ts'
import { utter } from './utter.ts'

export interface Playing {
  messageId: string
  state: 'playing' | 'paused'
}

export interface Speech {
  messageId: string
  /** Plain text. */
  text: string
  /** The `voiceURI` of the chat profile. */
  voice: string | null
  /** The user's language, for a text whose language is not recognised. */
  language: Language
  /** The browser did not speak: there was no user gesture, or speech synthesis failed. */
  onFailure: (reason: string) => void
}

interface Run extends Speech {
  sentences: readonly string[]
  spoken: Language
  at: number
}

/** Only one text is read aloud at a time in this page; a new one replaces it. */
let run: Run | null = null
/** Ends the sentence that is being spoken. */
let cancel = () => {}

const store = getDefaultStore()
/** The text that is read aloud now; only this module changes it. */
export const playingAtom = atom<Playing | null>(null)

/** Reads a text aloud from the start, sentence by sentence. */
export function play(speech: Speech): void {
  if (!canSpeak()) return
  const spoken = languageOfText(speech.text, speech.language)
  const sentences = splitSentences(speech.text, spoken)
  silence()
  run = { ...speech, spoken, sentences, at: 0 }
  speakOn()
}

/** Stops inside a sentence; `resume` repeats that sentence, because pausing an utterance fails in some browsers. */
export function pause(): void {
  if (run === null || store.get(playingAtom)?.state !== 'playing') return
  silence()
  show({ messageId: run.messageId, state: 'paused' })
}

export function resume(): void {
  if (run !== null && store.get(playingAtom)?.state === 'paused') speakOn()
}

/** Stops reading; with a message id, only if that message is being read. */
export function stop(messageId?: string): void {
  if (run === null || (messageId !== undefined && run.messageId !== messageId)) return
  run = null
  silence()
  show(null)
}

function speakOn(): void {
  const current = run
  if (current === null) return
  const sentence = current.sentences[current.at]
  if (sentence === undefined) {
    run = null
    show(null)
    return
  }
  const voice = pickVoice(readVoices(), current.voice, current.spoken)
  show({ messageId: current.messageId, state: 'playing' })
  cancel = utter(sentence, {
    ...{ voice, language: current.spoken },
    onEnd: () => {
      if (run !== current) return
      current.at += 1
      speakOn()
    },
    onFailure: (error) => {
      if (run !== current) return
      stop()
      if (error !== 'interrupted' && error !== 'canceled') current.onFailure(error)
    },
  })
}

function silence(): void {
  cancel()
  cancel = () => {}
}

function show(next: Playing | null): void {
  const shown = store.get(playingAtom)
  if (next?.messageId === shown?.messageId && next?.state === shown?.state) return
  store.set(playingAtom, next)
}
