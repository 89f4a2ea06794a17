import { logHandled } from '#lib/log-handled.ts'
import { type Microphone, openMicrophone } from './microphone.ts'
import { detectVoice, interruptOptions, noActivity } from './voice-activity.ts'

const LEVEL_EVERY_MS = 50

/**
 * Calls back when the user speaks while the answer is read aloud. Without a microphone the answer can be interrupted by
 * the button only. Returns the function that ends it.
 */
export function watchInterruption(audio: AudioContext, onVoice: () => void): () => void {
  let microphone: Microphone | null = null
  let timer: ReturnType<typeof setInterval> | undefined
  let isOver = false
  const stop = () => {
    isOver = true
    clearInterval(timer)
    microphone?.close()
  }
  const begin = async () => {
    const opened = await openMicrophone(audio)
    microphone = opened
    if (isOver) return opened.close()
    let activity = noActivity
    timer = setInterval(() => {
      activity = detectVoice(activity, opened.level(), Date.now(), interruptOptions)
      if (!activity.isVoice) return
      stop()
      onVoice()
    }, LEVEL_EVERY_MS)
  }
  begin().catch((error: unknown) => logHandled('The answer cannot be interrupted by voice', error))
  return stop
}
