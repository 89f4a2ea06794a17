import type { Language } from '#i18n/languages.ts'
import { createStore } from '#lib/store.ts'
import type { Listen } from './engines/speech-input.ts'
import type { SpeechOutput } from './engines/speech-output.ts'
import { type AnswerReader, createAnswerReader, type WrittenAnswer } from './read-answer.ts'
import { nextState, off, type VoiceEvent, type VoiceState } from './voice-machine.ts'

/** Without a voice for so long it stops listening, so that nothing is recorded in a room that was left. */
const SILENCE_MS = 60_000

/** The asked question: not answered yet, answered so far, or ended without an answer. */
export type QuestionState =
  | { kind: 'waiting' }
  | { kind: 'answer'; written: WrittenAnswer }
  | { kind: 'not_sent' | 'no_answer' }

export interface VoiceChatDeps {
  listen: Listen
  transcribe: (recording: Blob, signal: AbortSignal) => Promise<string>
  output: SpeechOutput
  /** Calls back when the user speaks; returns the function that ends it. */
  watchInterruption: (onVoice: () => void) => () => void
  /** Stores a question; the id by which `readQuestion` finds it, or null when storing failed. */
  send: (text: string) => Promise<string | null>
  readQuestion: (questionId: string) => QuestionState
  /** Calls back on every change of the asked question and its answer. */
  subscribe: (listener: () => void) => () => void
  /** Stops the answer to the question, if it is still written. */
  stopAnswer: (questionId: string) => void
  /** Text that was recognised and not sent goes into the draft. */
  addToDraft: (text: string) => void
  language: Language
  reportError: (error: unknown) => void
  /** Tells the user that a recording was lost, because it could not be transcribed after the end. */
  reportLost: (error: unknown) => void
}

export interface VoiceSnapshot {
  state: VoiceState
  /** What is being heard, or was sent last. */
  heard: string
  /** The sentence that is spoken. */
  said: string
}

export interface VoiceChat {
  snapshot(): VoiceSnapshot
  subscribe(listener: () => void): () => void
  dispatch(event: VoiceEvent): void
}

/** Runs what belongs to each state of a voice chat, and ends it when the state is left. */
export function createVoiceChat(deps: VoiceChatDeps): VoiceChat {
  const shown = createStore<VoiceSnapshot>({ state: off, heard: '', said: '' })
  let leaveState = () => {}
  let unwatch: (() => void) | null = null
  /** Text that was heard before a pause. */
  let carried = ''
  /** What was said and is not transcribed yet: more than one after a pause in the middle of a sentence. */
  let recordings: (Blob | Promise<Blob>)[] = []
  let reading: { question: string; reader: AnswerReader } | null = null
  /** Ends the waits for the answers to interrupted questions. */
  const stopWaits = new Set<() => void>()

  const show = (change: Partial<VoiceSnapshot>): void => shown.set({ ...shown.get(), ...change })

  function dispatch(event: VoiceEvent): void {
    const before = shown.get().state
    const state = nextState(before, event)
    if (state === before) return
    // A sentence and the wait for the next one are one run of the reader.
    const isReading = isAnswering(before) && isAnswering(state)
    if (!isReading) leaveState()
    if (isAnswering(before) && event.type === 'interrupt' && reading) stopAnswer(reading.question)
    show({ state })
    if (!isReading) leaveState = enter(state)
  }

  function enter(state: VoiceState): () => void {
    if (state.name === 'listening') return listen()
    if (state.name === 'sending') return state.text === null ? transcribe() : send(state.text)
    if (isAnswering(state)) return answer()
    if (state.name === 'off') end()
    return () => {}
  }

  function listen(): () => void {
    show({ heard: carried, said: '' })
    const onSilence = () => dispatch({ type: 'pause', reason: 'silence' })
    let silence = setTimeout(onSilence, SILENCE_MS)
    const stop = deps.listen({
      onHeard: (text) => {
        clearTimeout(silence)
        silence = setTimeout(onSilence, SILENCE_MS)
        const heard = join(carried, text)
        // A voice is reported many times in a second; only a new text is rendered.
        if (heard !== shown.get().heard) show({ heard })
      },
      onSaid: (said) => {
        if (typeof said !== 'string') recordings.push(said)
        dispatch({ type: 'said', text: typeof said === 'string' ? join(carried, said) : null })
      },
      onFailure: (reason) => dispatch({ type: 'pause', reason }),
    })
    return () => {
      clearTimeout(silence)
      const rest = stop()
      // What was heard before a pause or the end is not lost.
      if (rest !== null) recordings.push(rest)
      carried = shown.get().heard
    }
  }

  function transcribe(): () => void {
    const controller = new AbortController()
    understand(controller.signal).then(
      (text) => {
        if (controller.signal.aborted) return
        recordings = []
        dispatch({ type: 'transcribed', text: join(carried, text) })
      },
      (error: unknown) => {
        if (controller.signal.aborted) return
        deps.reportError(error)
        dispatch({ type: 'pause', reason: 'transcription' })
      },
    )
    return () => controller.abort()
  }

  /** The text of all recordings. */
  async function understand(signal: AbortSignal): Promise<string> {
    const texts = await Promise.all(recordings.map(async (each) => deps.transcribe(await each, signal)))
    return texts.reduce(join, '')
  }

  /** Adds the texts of recordings to the draft, also when only some of them can be transcribed. */
  async function addRecordings(rest: readonly (Blob | Promise<Blob>)[]): Promise<void> {
    const { signal } = new AbortController()
    const results = await Promise.allSettled(rest.map(async (each) => deps.transcribe(await each, signal)))
    const text = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : [])).reduce(join, '')
    if (text !== '') deps.addToDraft(text)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) deps.reportLost(failed.reason)
  }

  function send(text: string): () => void {
    carried = ''
    show({ heard: text })
    void deps.send(text).then((questionId) => {
      if (questionId === null) {
        deps.addToDraft(text)
        return dispatch({ type: 'pause', reason: 'storage' })
      }
      reading = { question: questionId, reader: createReader(questionId) }
      dispatch({ type: 'stored' })
    })
    return () => {}
  }

  function createReader(questionId: string): AnswerReader {
    const nothing: WrittenAnswer = { text: '', isFinished: false }
    return createAnswerReader({
      read: () => {
        const state = deps.readQuestion(questionId)
        return state.kind === 'answer' ? state.written : nothing
      },
      changed: (signal) => changed(deps.subscribe, signal),
      output: deps.output,
      fallback: deps.language,
      onSentence: (said) => {
        show({ said })
        // From the first sentence on, whose echo it has to learn.
        unwatch ??= deps.watchInterruption(() => dispatch({ type: 'interrupt' }))
        dispatch({ type: 'speak' })
      },
      onWaiting: () => dispatch({ type: 'await' }),
    })
  }

  function answer(): () => void {
    const current = reading
    if (current === null) throw new Error('nothing was asked')
    const controller = new AbortController()
    const { signal } = controller
    const look = () => {
      const { kind } = deps.readQuestion(current.question)
      if (kind !== 'waiting' && kind !== 'answer') dispatch({ type: 'pause', reason: kind })
    }
    const unsubscribe = deps.subscribe(look)
    current.reader.run(signal).then(
      () => {
        if (!signal.aborted) dispatch({ type: 'finish' })
      },
      (error: unknown) => {
        if (signal.aborted) return
        deps.reportError(error)
        dispatch({ type: 'pause', reason: 'output' })
      },
    )
    // After the reader, whose run this may end.
    queueMicrotask(() => signal.aborted || look())
    return () => {
      controller.abort()
      unsubscribe()
      unwatch?.()
      unwatch = null
    }
  }

  /** Stops the answer to an interrupted question, which is not written before the server has got the question. */
  function stopAnswer(question: string): void {
    const look = () => {
      const { kind } = deps.readQuestion(question)
      if (kind === 'waiting') return
      stopWaiting()
      if (kind === 'answer') deps.stopAnswer(question)
    }
    const unsubscribe = deps.subscribe(look)
    const stopWaiting = () => {
      unsubscribe()
      stopWaits.delete(stopWaiting)
    }
    stopWaits.add(stopWaiting)
    look()
  }

  function end(): void {
    for (const stopWaiting of stopWaits) stopWaiting()
    if (carried !== '') deps.addToDraft(carried)
    // The draft gets them once they are transcribed, after the end.
    void addRecordings(recordings)
    carried = ''
    recordings = []
    reading = null
  }

  return {
    snapshot: shown.get,
    subscribe: shown.subscribe,
    dispatch,
  }
}

const isAnswering = ({ name }: VoiceState): boolean => name === 'answering' || name === 'speaking'

const join = (before: string, text: string): string => [before, text].filter((part) => part !== '').join(' ')

function changed(subscribe: VoiceChatDeps['subscribe'], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      unsubscribe()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const unsubscribe = subscribe(end)
    signal.addEventListener('abort', end)
  })
}
