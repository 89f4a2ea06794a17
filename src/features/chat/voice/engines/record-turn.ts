import { SPEECH_SECONDS_MAX } from '#contract/limits.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import type { Listen } from './speech-input.ts'
import { detectVoice, noActivity, turnOptions } from './voice-activity.ts'

const LEVEL_EVERY_MS = 50
/**
 * The recorder starts before the voice, so that its first sound is recorded, and starts again after so much silence.
 */
const SILENCE_MAX_MS = 10_000
const BITS_PER_SECOND = 32_000
/** What browsers record and speech services read, the smallest first. */
const types = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4']

/** Listens by recording what is said between two pauses, for a server that transcribes it. */
export function recordTurn(audio: AudioContext): Listen {
  return ({ onHeard, onSaid, onFailure }) => {
    let microphone: Microphone | null = null
    let recording: Recording | null = null
    let activity = noActivity
    let timer: ReturnType<typeof setInterval> | undefined
    let isOver = false
    /** What is recorded and not handed over yet; null without a voice in it. */
    let said: Promise<Blob> | null = null
    const stop = () => {
      isOver = true
      clearInterval(timer)
      if (activity.isVoice) said ??= recording?.finish() ?? null
      recording?.discard()
      microphone?.close()
      return said
    }
    const settle = (started: Recording) => {
      clearInterval(timer)
      said = started.finish()
      void said.then((blob) => {
        if (isOver) return
        stop()
        recording = null
        said = null
        onSaid(blob)
      })
    }
    const start = (opened: Microphone) => {
      const started = record(opened.stream, () => {
        if (isOver) return
        if (activity.isVoice) return settle(started)
        stop()
        onFailure('microphone')
      })
      recording = started
    }
    const measure = (opened: Microphone, started: Recording) => {
      const wasVoice = activity.isVoice
      activity = detectVoice(activity, opened.level(), Date.now(), turnOptions)
      const ageMs = Date.now() - started.begun
      if (activity.isVoice) onHeard('')
      const isTooLong = ageMs > SPEECH_SECONDS_MAX * 1_000 - SILENCE_MAX_MS
      if ((wasVoice && !activity.isVoice) || (wasVoice && isTooLong)) settle(started)
      else if (!activity.isVoice && activity.since === null && ageMs > SILENCE_MAX_MS) {
        started.discard()
        start(opened)
      }
    }
    const begin = async () => {
      const opened = await openMicrophone(audio)
      microphone = opened
      if (isOver) return opened.close()
      start(opened)
      timer = setInterval(() => recording && measure(opened, recording), LEVEL_EVERY_MS)
    }
    begin().catch((error: unknown) => {
      stop()
      onFailure('microphone')
      if (!(error instanceof DOMException)) reportError(error)
    })
    return stop
  }
}

interface Recording {
  begun: number
  finish(): Promise<Blob>
  discard(): void
}

/** `onEnd` is called when the browser ends the recording, for example because the microphone was unplugged. */
function record(stream: MediaStream, onEnd: () => void): Recording {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type))
  const options = { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType === undefined ? {} : { mimeType }) }
  const recorder = new MediaRecorder(stream, options)
  const parts: Blob[] = []
  recorder.ondataavailable = ({ data }) => parts.push(data)
  let isRequested = false
  const ended = new Promise<Blob>((resolve) => {
    recorder.onstop = () => {
      resolve(new Blob(parts, { type: recorder.mimeType }))
      if (!isRequested) onEnd()
    }
  })
  const stop = () => {
    isRequested = true
    if (recorder.state !== 'inactive') recorder.stop()
  }
  recorder.start()
  return {
    begun: Date.now(),
    finish: () => {
      stop()
      return ended
    },
    discard: stop,
  }
}
