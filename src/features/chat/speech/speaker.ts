import { atom, getDefaultStore } from 'jotai'
import { canSpeak, pickVoice, readVoices } from '#data/speech-voices.ts'
import type { Language } from '#i18n/languages.ts'
import { speakable } from '../markdown/markdown-to-text.ts'
import { languageOfText } from './language-of-text.ts'
import { splitSentences } from './split-sentences.ts'

export interface Playing {
  message: string
  state: 'playing' | 'paused'
}

export interface Speech {
  message: string
  /** Markdown. */
  text: string
  /** The `voiceURI` of the chat profile. */
  voice: string | null
  /** Of the person, for a text that does not show its own. */
  language: Language
  /** The browser would not speak: not asked for by a gesture, or broken. */
  onFailure: (reason: string) => void
}

interface Run extends Speech {
  sentences: readonly string[]
  spoken: Language
  at: number
}

/** One speaks at a time in this page; a later one takes the place of an earlier one. */
let run: Run | null = null
/** Some browsers collect an utterance that nobody holds, and its end is then never heard. */
let held: SpeechSynthesisUtterance | null = null

const store = getDefaultStore()
/** What is read aloud now; changed only here. */
export const playingAtom = atom<Playing | null>(null)

/** Reads a text aloud from its beginning, sentence by sentence. */
export function play(speech: Speech): void {
  if (!canSpeak()) return
  const spoken = languageOfText(speech.text, speech.language)
  const sentences = splitSentences(speakable(speech.text, { code: false }), spoken)
  silence()
  run = { ...speech, spoken, sentences, at: 0 }
  speakOn()
}

/** Stops in the sentence; `resume` begins that sentence again, because pausing an utterance is broken in places. */
export function pause(): void {
  if (run === null || store.get(playingAtom)?.state !== 'playing') return
  silence()
  show({ message: run.message, state: 'paused' })
}

export function resume(): void {
  if (run !== null && store.get(playingAtom)?.state === 'paused') speakOn()
}

/** Ends it; with a message, only if that one speaks. */
export function stop(message?: string): void {
  if (run === null || (message !== undefined && run.message !== message)) return
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
  const utterance = new SpeechSynthesisUtterance(sentence)
  const voice = pickVoice(readVoices(), current.voice, current.spoken)
  if (voice) utterance.voice = voice
  utterance.lang = voice?.lang ?? current.spoken
  // What was silenced may still report its end: only the one that is held counts.
  utterance.onend = () => {
    if (held !== utterance || run !== current) return
    current.at += 1
    speakOn()
  }
  utterance.onerror = ({ error }) => {
    if (held !== utterance || run !== current) return
    stop()
    if (error !== 'interrupted' && error !== 'canceled') current.onFailure(error)
  }
  held = utterance
  show({ message: current.message, state: 'playing' })
  window.speechSynthesis.speak(utterance)
}

function silence(): void {
  held = null
  window.speechSynthesis.cancel()
}

function show(next: Playing | null): void {
  const shown = store.get(playingAtom)
  if (next?.message === shown?.message && next?.state === shown?.state) return
  store.set(playingAtom, next)
}
