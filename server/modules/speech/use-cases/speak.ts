import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Caller } from '../../../lib/caller.ts'
import { SpeechError } from '../../../providers/speech/speech.ts'
import { requireQuota } from '../../usage/use-cases/check-quota.ts'
import { noSpeechService, speechUnavailable } from '../speech.errors.ts'

interface Input {
  text: string
  language: Language | undefined
  signal: AbortSignal
}

/**
 * A text as MP3. Neither is stored or logged. Throws not_found without a service, speech_unavailable and the errors of
 * `requireQuota`.
 */
export async function speak(
  deps: Pick<Dependencies, 'db' | 'log' | 'now' | 'speech'>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
  { text, language, signal }: Input,
): Promise<ReadableStream<Uint8Array>> {
  const { log, speech } = deps
  if (!speech?.speak) throw noSpeechService()
  await requireQuota(deps, caller)
  try {
    return await speech.speak(text, { language, signal })
  } catch (error) {
    if (!(error instanceof SpeechError)) throw error
    log.warn({ problem: error.problem }, 'a text was not spoken')
    throw speechUnavailable(error)
  }
}
