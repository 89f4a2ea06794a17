import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { ApiError } from '#api/errors.ts'
import { transcribe } from '#contract/endpoints/speech.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { createEmitter } from '#lib/emitter.ts'
import { logHandled } from '#lib/log-handled.ts'
import { answerSnapshot, subscribeAnswer } from '#offline/stream/live-answers.ts'
import { api } from '#session/api.ts'
import { toastFailure } from '#ui/feedback/toast-failure.ts'
import { stopAnswer } from '../message/actions/stop-answer.ts'
import { languageTag } from '../speech/language-tag.ts'
import { setInVoiceChat, setListening } from '../speech/listening.ts'
import type { Row } from '../thread/rows/build-rows.ts'
import { recogniseInBrowser } from './engines/recognise-in-browser.ts'
import { recordTurn } from './engines/record-turn.ts'
import { speakByServer } from './engines/speak-by-server.ts'
import { speakInBrowser } from './engines/speak-in-browser.ts'
import type { Listen } from './engines/speech-input.ts'
import type { SpeechOutput } from './engines/speech-output.ts'
import { voiceSupport } from './engines/voice-support.ts'
import { watchInterruption } from './engines/watch-interruption.ts'
import { holdScreenWakeLock } from './screen-wake-lock.ts'
import {
  createVoiceChat,
  type QuestionState,
  type VoiceChat,
  type VoiceChatDeps,
  type VoiceSnapshot,
} from './voice-chat.ts'
import { closeVoiceChat } from './voice-chat-atom.ts'

export interface VoiceChatOptions {
  userId: number
  chatId: string
  rows: readonly Row[]
  /** The ids of unfinished answers. */
  streaming: readonly string[]
  /** Created by the tap that opened the voice chat; null where the browser has none. */
  audio: AudioContext | null
  send: VoiceChatDeps['send']
  addToDraft: (text: string) => void
}

/** A voice chat from mounting to unmounting. */
export function useVoiceChat(options: VoiceChatOptions): { chat: VoiceChat; snapshot: VoiceSnapshot } {
  const { audio, rows, streaming, userId } = options
  const language = useLanguage()
  const { voice } = useChatProfile()
  const latest = useRef(options)
  latest.current = options
  const [changes] = useState(() => createEmitter())
  const [chat] = useState(() =>
    createVoiceChat({
      ...createEngines(audio, { userId, language, voice }),
      transcribe: (recording, signal) => transcribeRecording(recording, { userId, language, signal }),
      watchInterruption: audio === null ? () => () => {} : (onVoice) => watchInterruption(audio, onVoice),
      send: (text) => latest.current.send(text),
      readQuestion: (questionId) => readQuestion(latest.current.rows, questionId),
      subscribe: changes.subscribe,
      stopAnswer: (questionId) => {
        const { rows: shown, chatId } = latest.current
        const answer = shown.find((row) => row.kind === 'answer' && row.key === questionId)
        if (answer?.kind !== 'answer' || answer.message.status !== 'streaming') return
        stopAnswer(userId, chatId, answer.message.id).catch((error: unknown) =>
          logHandled('An interrupted answer was not stopped', error),
        )
      },
      addToDraft: (text) => latest.current.addToDraft(text),
      language,
      reportError: (error) => {
        logHandled('A voice chat waits', error)
        if (error instanceof ApiError) toastFailure(error)
      },
      reportLost: toastFailure,
    }),
  )
  const snapshot = useSyncExternalStore(chat.subscribe, chat.snapshot)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows is what the listeners wait for
  useEffect(() => {
    changes.emit()
    const ends = streaming.map((id) => subscribeAnswer(id, changes.emit))
    return () => {
      for (const end of ends) end()
    }
  }, [rows, streaming, changes])

  const isMounted = useRef(false)
  useEffect(() => {
    isMounted.current = true
    const releaseScreen = holdScreenWakeLock()
    const hide = () => {
      if (document.visibilityState === 'hidden') chat.dispatch({ type: 'pause', reason: 'hidden' })
    }
    document.addEventListener('visibilitychange', hide)
    setInVoiceChat(true)
    setListening(true)
    chat.dispatch({ type: 'start' })
    return () => {
      chat.dispatch({ type: 'leave' })
      setListening(false)
      setInVoiceChat(false)
      document.removeEventListener('visibilitychange', hide)
      releaseScreen()
      isMounted.current = false
      // In React's strict mode the effect runs again at once.
      queueMicrotask(() => {
        if (isMounted.current) return
        closeVoiceChat()
        audio?.close().catch(reportError)
      })
    }
  }, [chat, audio])
  return { chat, snapshot }
}

/** A recording that the server cannot read is as good as none: a further attempt would not change that. */
async function transcribeRecording(
  recording: Blob,
  { userId, language, signal }: Pick<EngineOptions, 'userId' | 'language'> & { signal: AbortSignal },
): Promise<string> {
  try {
    return (await api.call(transcribe, { body: recording, query: { language }, as: userId, signal })).text
  } catch (error) {
    const isUnreadable = error instanceof ApiError && ['audio_unreadable', 'audio_too_long'].includes(error.code)
    if (!isUnreadable) throw error
    toastFailure(error)
    return ''
  }
}

function readQuestion(rows: readonly Row[], questionId: string): QuestionState {
  const answer = rows.find((row) => row.kind === 'answer' && row.key === questionId)
  if (answer?.kind === 'answer') {
    const { id, status, content } = answer.message
    if (status === 'failed') return { kind: 'no_answer' }
    const isFinished = status !== 'streaming'
    const live = isFinished ? '' : (answerSnapshot(id)?.text ?? '')
    return { kind: 'answer', written: { text: live.length > content.length ? live : content, isFinished } }
  }
  const shown = rows.find((row) => row.kind === 'question' && row.key === questionId)
  const state = shown?.kind === 'question' ? shown.send.kind : 'waiting'
  return { kind: state === 'failed' || state === 'held' ? 'not_sent' : 'waiting' }
}

interface EngineOptions {
  userId: number
  language: ReturnType<typeof useLanguage>
  voice: string | null
}

/** Uses the first engine that works, in the order of `voiceSupport`. */
function createEngines(audio: AudioContext | null, { userId, language, voice }: EngineOptions) {
  const { inputs, outputs } = voiceSupport(queryClient.getQueryData(configQuery.queryKey))
  const listens = inputs.flatMap((engine): Listen[] => {
    if (engine === 'browser') return [recogniseInBrowser(languageTag(language))]
    return audio === null ? [] : [recordTurn(audio)]
  })
  const speaks = outputs.flatMap((engine): SpeechOutput[] => {
    if (engine === 'browser') return [speakInBrowser(voice)]
    return audio === null ? [] : [speakByServer(audio, userId)]
  })
  return { listen: firstListening(listens), output: firstSpeaking(speaks) }
}

/** Goes on with the next engine when one turns out not to work here. */
function firstListening([first, ...others]: Listen[]): Listen {
  if (first === undefined) {
    return ({ onFailure }) => {
      onFailure('recognition')
      return () => null
    }
  }
  if (others.length === 0) return first
  let current = first
  const rest = firstListening(others)
  return (handlers) => {
    let stopRest: ReturnType<Listen> | null = null
    const stop = current({
      ...handlers,
      onFailure: (reason) => {
        // Some browsers say that the microphone was refused when only their recognition was.
        if (current === rest || !navigator.onLine) return handlers.onFailure(reason)
        current = rest
        stopRest = rest(handlers)
      },
    })
    return () => (stopRest ?? stop)()
  }
}

function firstSpeaking(outputs: SpeechOutput[]): SpeechOutput {
  let current = 0
  return {
    prepare: (sentence, language) => outputs[current]?.prepare(sentence, language),
    say: async (sentence, language, signal) => {
      for (;;) {
        try {
          return await outputs[current]?.say(sentence, language, signal)
        } catch (error) {
          if (signal.aborted || current + 1 >= outputs.length) throw error
          logHandled('Another voice reads on', error)
          current += 1
        }
      }
    },
  }
}
