import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { SPEECH_AUDIO_MAX, SPOKEN_TEXT_MAX } from '../limits.ts'
import { Language, says } from '../primitives.ts'

const SpokenLanguage = v.optional(Language)

export const transcribe = endpoint({
  method: 'POST',
  path: '/companion/speech/transcriptions/',
  summary:
    'The text of a recording (WebM, Ogg, MP4 or WAV), empty when nothing was said. Audio and text are not stored; 404 on a server that does not transcribe',
  access: 'user',
  query: v.object({ language: SpokenLanguage }),
  body: v.instance(Blob),
  bodyType: 'raw',
  bodyMax: SPEECH_AUDIO_MAX,
  responses: { 200: v.object({ text: v.string() }) },
  errors: [
    'not_found',
    'audio_unreadable',
    'audio_too_long',
    'speech_unavailable',
    'subscription_required',
    'limit_reached',
  ],
})

export const speak = endpoint({
  method: 'POST',
  path: '/companion/speech/audio/',
  summary: 'A text as speech, in MP3. Text and audio are not stored; 404 on a server that does not speak',
  access: 'user',
  body: v.object({
    text: v.pipe(
      v.string(says('content_required')),
      v.trim(),
      v.nonEmpty(says('content_required')),
      v.maxLength(SPOKEN_TEXT_MAX, says('too_long')),
    ),
    language: SpokenLanguage,
  }),
  responses: { 200: 'file' },
  errors: ['not_found', 'speech_unavailable', 'subscription_required', 'limit_reached'],
})
