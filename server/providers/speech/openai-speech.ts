import * as v from 'valibot'
import type { Config } from '../../config/config.ts'
import { readLimited } from '../../lib/read-limited.ts'
import { observeModelCall } from '../../telemetry/observe-model.ts'
import { originHeaders } from '../../telemetry/origin.ts'
import { SpeechError, type SpeechService } from './speech.ts'

type Settings = NonNullable<Config['speech']>

/** The timeout of a whole transcription. */
const TRANSCRIPTION_MS = 30_000
/** The timeout until the headers of the response; the browser reads the speech as it arrives. */
const SPEECH_MS = 20_000
const TRANSCRIPTION_BYTES_MAX = 200_000

const Transcription = v.object({ text: v.string() })

/** Speech by any server with OpenAI's `/audio/transcriptions` and `/audio/speech`. */
export function openAiSpeech(settings: Settings, { transcriptionMs = TRANSCRIPTION_MS } = {}): SpeechService {
  const { transcriptionModel, model, voices } = settings
  return {
    transcribe:
      transcriptionModel === null
        ? null
        : async ({ bytes, mediaType, extension }, { language, signal }) => {
            const form = new FormData()
            form.set('file', new Blob([bytes], { type: mediaType }), `recording.${extension}`)
            form.set('model', transcriptionModel)
            form.set('response_format', 'json')
            if (language !== undefined) form.set('language', language)
            return observeModelCall('transcribe', transcriptionModel, () =>
              post(settings, '/audio/transcriptions', form, { signal, ms: transcriptionMs, read: readTranscription }),
            )
          },
    speak:
      model === null
        ? null
        : async (text, { language, signal }) => {
            const body = JSON.stringify({ model, input: text, voice: voices[language ?? 'en'], response_format: 'mp3' })
            const response = await observeModelCall('speak', model, () =>
              post(settings, '/audio/speech', body, { signal, ms: SPEECH_MS, read: async (begun) => begun }),
            )
            if (response.body === null) throw new SpeechError('malformed')
            if (isAudio(response.headers.get('content-type'))) return response.body
            await response.body.cancel()
            throw new SpeechError('malformed')
          },
  }
}

interface PostOptions<T> {
  signal: AbortSignal
  /** The timeout until `read` has ended. */
  ms: number
  read: (response: Response) => Promise<T>
}

async function post<T>(
  { baseUrl, apiKey }: Settings,
  path: string,
  body: FormData | string,
  { signal, ms, read }: PostOptions<T>,
): Promise<T> {
  const headers = {
    ...(apiKey === null ? {} : { authorization: `Bearer ${apiKey}` }),
    ...originHeaders(),
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
  }
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(), ms)
  try {
    const both = AbortSignal.any([signal, timeout.signal])
    const response = await fetch(baseUrl + path, { method: 'POST', headers, body, signal: both })
    if (response.ok) return await read(response)
    // The text of the error may quote what was said.
    await response.body?.cancel()
    throw new SpeechError([400, 413, 415, 422].includes(response.status) ? 'refused' : 'status')
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof SpeechError ? error : new SpeechError('unreachable', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

async function readTranscription(response: Response): Promise<string> {
  const { bytes, complete } = await readLimited(response.body ?? new ReadableStream(), TRANSCRIPTION_BYTES_MAX)
  if (!complete) throw new SpeechError('malformed')
  try {
    return v.parse(Transcription, JSON.parse(bytes.toString('utf8'))).text
  } catch (error) {
    throw new SpeechError('malformed', { cause: error })
  }
}

/** Some servers name no type, or a general one. */
const isAudio = (type: string | null): boolean =>
  type === null || /^(?:audio\/|application\/octet-stream\b)/i.test(type)
