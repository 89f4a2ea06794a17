import { expect, onTestFinished, test, vi } from 'vitest'
import { VoiceSetting } from '#features/settings/conversation/voice-setting.tsx'
import { FakeSpeech, Utterance } from '#support/browser/fake-speech.ts'
import { render } from '#support/browser/render.tsx'

const { profile } = vi.hoisted(() => ({ profile: { voice: '' } }))
vi.mock('#data/use-chat-profile.ts', () => ({ useChatProfile: () => profile, changeChatProfile: vi.fn() }))

test.each([
  ['en-us-nyc', 'en-us-nyc'],
  ['en_US', 'American English'],
])('a voice of the language %s is listed with %s', async (lang, name) => {
  const speech = new FakeSpeech()
  speech.voices.push({ voiceURI: lang, name: 'Eve', lang, default: true, localService: true })
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  onTestFinished(() => void vi.unstubAllGlobals())
  profile.voice = lang
  const page = await render(<VoiceSetting />)
  expect(page.querySelector('[role="combobox"]')?.textContent).toContain(`Eve · ${name}`)
})
