import { expect, test } from 'vitest'
import { languageOfVoice, pickVoice } from '#data/speech-voices.ts'

const voice = (voiceURI: string, lang: string, more: Partial<SpeechSynthesisVoice> = {}): SpeechSynthesisVoice => ({
  ...{ voiceURI, lang, name: voiceURI, default: false, localService: false },
  ...more,
})

test('the chosen voice is used for its own language, and the best match for another one', () => {
  const voices = [
    voice('far', 'en-US'),
    voice('near', 'en-GB', { localService: true }),
    voice('usual', 'es-ES', { default: true }),
    voice('other', 'es_MX', { localService: true }),
  ]
  expect(languageOfVoice({ lang: 'es_MX' })).toBe('es')
  expect(pickVoice(voices, 'far', 'en')?.voiceURI).toBe('far')
  expect(pickVoice(voices, 'far', 'es')?.voiceURI).toBe('usual')
  expect(pickVoice(voices, null, 'en')?.voiceURI).toBe('near')
  expect(pickVoice(voices, 'of another device', 'en')?.voiceURI).toBe('near')
  expect(pickVoice(voices, null, 'fr')).toBeNull()
  expect(pickVoice([], 'far', 'en')).toBeNull()
})
