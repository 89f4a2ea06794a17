import { expect, onTestFinished, test, vi } from 'vitest'
import { PlayButton } from '#features/chat/speech/play-button.tsx'
import { stop } from '#features/chat/speech/speaker.ts'
import { FakeSpeech, Utterance } from '#support/browser/fake-speech.ts'
import { interact, render } from '#support/browser/render.tsx'

test('the button that plays a text speaks no numbers of sources, but all of an answer without sources', async () => {
  const speech = new FakeSpeech()
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  onTestFinished(() => {
    stop()
    vi.unstubAllGlobals()
  })
  const text = '300 [1][2] buses run at night. So does `list[0]`, or [the other][1].'
  const sources = [{ n: 1, url: 'https://example.test/', title: 'Buses', site: 'example.test' }]
  const page = await render(
    <>
      <PlayButton messageId="a" text={text} sources={sources} />
      <PlayButton messageId="b" text="The list [1] is empty." />
    </>,
  )
  const press = (index: number) => interact(() => page.querySelectorAll('button')[index]?.click())
  await press(0)
  expect(speech.speaking).toBe('300 buses run at night.')
  await interact(() => speech.finish())
  expect(speech.speaking).toBe('So does list[0], or the other.')
  await press(1)
  expect(speech.speaking).toBe('The list [1] is empty.')
})
