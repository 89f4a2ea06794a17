import { SPEECH_SECONDS_MAX } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Caller } from '../../../lib/caller.ts'
import { SpeechError } from '../../../providers/speech/speech.ts'
import { requireQuota } from '../../usage/use-cases/check-quota.ts'
import { measureAudio } from '../audio/measure-audio.ts'
import { audioTooLong, audioUnreadable, noSpeechService, speechUnavailable } from '../speech.errors.ts'

interface Input {
  audio: Blob
  language: Language | undefined
  signal: AbortSignal
}

/**
 * The text of a recording. Neither is stored or logged. Throws not_found without a service, audio_unreadable,
 * audio_too_long, speech_unavailable and the errors of `requireQuota`.
 */
export async function transcribe(
  deps: Pick<Dependencies, 'db' | 'log' | 'now' | 'speech'>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
  { audio, language, signal }: Input,
): Promise<string> {
  const { log, speech } = deps
  if (!speech?.transcribe) throw noSpeechService()
  await requireQuota(deps, caller)
  const bytes = new Uint8Array(await audio.arrayBuffer())
  const measured = measureAudio(bytes)
  if (measured === null) throw audioUnreadable()
  if (measured.seconds > SPEECH_SECONDS_MAX) throw audioTooLong()
  try {
    return (await speech.transcribe({ bytes, ...measured }, { language, signal })).trim()
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    log.warn({ problem: error.problem }, 'a recording was not transcribed')
    throw error.problem === 'refused' ? audioUnreadable() : speechUnavailable(error)
  }
}
