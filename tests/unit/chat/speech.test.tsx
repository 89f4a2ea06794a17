import 'fake-indexeddb/auto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { markdownToText } from '#features/chat/markdown/markdown-to-text.ts'
import { sendEditedQuestion } from '#features/chat/message/actions/send-edited-question.ts'
import { canDictate, startDictation } from '#features/chat/speech/dictation.ts'
import { isReadAloud } from '#features/chat/speech/is-read-aloud.ts'
import { languageOfText } from '#features/chat/speech/language-of-text.ts'
import { readMode, setMode } from '#features/chat/speech/modes.ts'
import { PlayButton } from '#features/chat/speech/play-button.tsx'
import { pause, play, resume, type Speech, stop } from '#features/chat/speech/speaker.ts'
import { SENTENCE_MAX, splitSentences } from '#features/chat/speech/split-sentences.ts'
import { type Dictation, useDictation } from '#features/chat/speech/use-dictation.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { FakeRecognition } from '#support/browser/fake-recognition.ts'
import { FakeSpeech, Utterance } from '#support/browser/fake-speech.ts'
import { interact, render } from '#support/browser/render.tsx'

let speech: FakeSpeech

beforeEach(() => {
  speech = new FakeSpeech()
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  onTestFinished(() => {
    stop()
    vi.unstubAllGlobals()
  })
})

const said = (messageId: string, text: string, more: Partial<Speech> = {}): Speech => ({
  messageId,
  text,
  voice: null,
  language: 'en',
  onFailure: () => undefined,
  ...more,
})

describe('splitting a text into sentences', () => {
  it('splits at the ends of sentences, not at every full stop', () => {
    expect(splitSentences('It costs 3.50 today. Will you come? Yes!\nA line', 'en')).toEqual([
      'It costs 3.50 today.',
      'Will you come?',
      'Yes!',
      'A line',
    ])
    expect(splitSentences('¿Vienes mañana? ¡Claro! Vale.', 'es')).toEqual(['¿Vienes mañana?', '¡Claro!', 'Vale.'])
    expect(splitSentences('…\n---\n', 'en')).toEqual([])
  })

  it('loses no word, splits no grapheme, and leaves no sentence too long for the synthesiser', () => {
    const word = fc.constantFrom(
      'word',
      'mañana',
      '👩‍👩‍👧',
      'x'.repeat(300),
      'end.',
      'why?',
      ',',
      'a;',
      '🦊'.repeat(150),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), (words) => {
        const parts = splitSentences(words.join(' '), 'en')
        const letters = (text: string) => text.replace(/[^\p{L}\p{N}]+/gu, '')
        expect(letters(parts.join(''))).toBe(letters(words.join('')))
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(SENTENCE_MAX)
          expect(part.isWellFormed()).toBe(true)
        }
      }),
      { seed: 3, numRuns: 300 },
    )
  })

  it('leaves out symbols and code', () => {
    const text =
      '# Plan\n\n- **say** _no_\n- [x] see [this](https://x.example)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a\n```\n\n[r]: https://x.example\nEnd of snake_case'
    const words = markdownToText(text, { code: false })
    expect(words.split(/\n+/).map((line) => line.trim())).toEqual(
      ['Plan', 'say no', 'see this', 'a, b', '1, 2', 'End of snake_case'].map((line) => line),
    )
  })

  it('detects the language of a text by its function words', () => {
    expect(languageOfText('This is what you said to the others', 'es')).toBe('en')
    expect(languageOfText('Esto es lo que dijiste a los demás', 'en')).toBe('es')
    expect(languageOfText('42', 'es')).toBe('es')
  })
})

describe('reading an answer aloud', () => {
  it('speaks sentence by sentence, pauses, and resumes at the interrupted sentence', () => {
    play(said('a', 'One is here. Two is here. Three is here.'))
    expect(speech.speaking).toBe('One is here.')
    speech.finish()
    pause()
    expect(speech.speaking).toBeNull()
    resume()
    expect(speech.speaking).toBe('Two is here.')
    speech.finish()
    speech.finish()
    expect(speech.speaking).toBeNull()
    expect(speech.said.map(({ text }) => text)).toEqual([
      'One is here.',
      'Two is here.',
      'Two is here.',
      'Three is here.',
    ])
  })

  it('uses the chosen voice when it speaks the language of the text', () => {
    const voice = (voiceURI: string, lang: string) => ({
      voiceURI,
      name: voiceURI,
      lang,
      default: false,
      localService: true,
    })
    speech.voices.push(voice('first-en', 'en-US'), voice('ana', 'es-ES'), voice('second-en', 'en-GB'))
    play(said('a', 'This is for you and the others.', { voice: 'second-en' }))
    play(said('b', 'Esto es para ti y los demás.', { voice: 'second-en' }))
    expect(speech.said.map(({ voice: selected, lang }) => [selected, lang])).toEqual([
      ['second-en', 'en-GB'],
      ['ana', 'es-ES'],
    ])
  })

  it('speaks one answer at a time, and labels what each button does', async () => {
    const page = await render(
      <>
        <PlayButton messageId="a" text="The first. Of two." />
        <PlayButton messageId="b" text="The second." />
      </>,
    )
    const labels = () => [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-label'))
    const press = (index: number) => interact(() => page.querySelectorAll('button')[index]?.click())
    expect(labels()).toEqual(['Play text', 'Play text'])
    await press(0)
    expect(labels()).toEqual(['Pause', 'Play text'])
    await press(1)
    expect(labels()).toEqual(['Play text', 'Pause'])
    expect(speech.speaking).toBe('The second.')
    await press(1)
    expect(labels()).toEqual(['Play text', 'Play text'])
    await press(1)
    await interact(() => speech.finish())
    expect(labels()).toEqual(['Play text', 'Play text'])
  })

  it('reports when the browser cannot speak, and nothing when it was only stopped', () => {
    const onFailure = vi.fn()
    play(said('a', 'Hello there.', { onFailure }))
    stop('b')
    expect(speech.speaking).toBe('Hello there.')
    stop('a')
    play(said('a', 'Hello again.', { onFailure }))
    speech.fail('interrupted')
    expect(onFailure).not.toHaveBeenCalled()
    play(said('a', 'And again.', { onFailure }))
    speech.fail('synthesis-failed')
    expect(onFailure).toHaveBeenCalledWith('synthesis-failed')
  })

  it('stops when the question is edited and its answer is no longer shown', async () => {
    play(said('a', 'Hello there. And more.'))
    const edited = { userId: 7, chatId: newId(), replaces: newId(), content: 'In other words', model: undefined }
    expect(await sendEditedQuestion(edited)).toBe(true)
    expect(speech.speaking).toBeNull()
  })

  it('offers no button where the browser cannot speak', async () => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(window, 'speechSynthesis')
    const page = await render(<PlayButton messageId="a" text="Hello" />)
    expect(page.querySelector('button')).toBeNull()
  })
})

describe('dictation', () => {
  it('returns final results as text and interim results separately, and ends once', () => {
    expect(canDictate()).toBe(false)
    vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
    expect(canDictate()).toBe(true)
    const [onText, onGuess, onEnd] = [vi.fn(), vi.fn(), vi.fn()]
    const end = startDictation({ language: 'es-MX', onText, onGuess, onEnd })
    const { last } = FakeRecognition
    expect([last.lang, last.interimResults, last.start.mock.calls.length]).toEqual(['es-MX', true, 1])
    const result = (transcript: string, isFinal: boolean) => ({ isFinal, length: 1, 0: { transcript, confidence: 1 } })
    last.onresult?.({ resultIndex: 0, results: [result('hola', false)] })
    last.onresult?.({ resultIndex: 0, results: [result('hola a todos', true), result(' y', false)] })
    last.onresult?.('broken')
    last.onerror?.({ error: 'no-speech' })
    end()
    expect(onText.mock.calls).toEqual([['hola a todos']])
    expect(onGuess.mock.calls).toEqual([['hola'], ['y']])
    expect(onEnd.mock.calls).toEqual([[null]])
  })

  /** A field for dictation, and the results of the browser's recognition. */
  async function startDictating() {
    vi.stubGlobal('SpeechRecognition', FakeRecognition)
    const written: string[] = []
    let dictation: Dictation | undefined
    function Probe() {
      dictation = useDictation((text) => written.push(text))
      return null
    }
    const now = () => {
      if (!dictation) throw new Error('It was not drawn')
      return dictation
    }
    await render(<Probe />)
    await interact(() => now().toggle())
    const hear = (transcript: string, isFinal = false) => interact(() => FakeRecognition.last.hear(transcript, isFinal))
    return { written, now, hear }
  }

  it('keeps the interim result once when the page is hidden or closed', async () => {
    const { written, hear, now } = await startDictating()
    await hear('the last words')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    onTestFinished(() => void vi.restoreAllMocks())
    await interact(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(FakeRecognition.last.abort).toHaveBeenCalled()
    await hear('the last words', true)
    expect(written).toEqual(['the last words'])
    expect(now().listening).toBe(false)
  })

  it('waits half a second for a final result, then takes the interim one', async () => {
    const { written, hear, now } = await startDictating()
    await hear('sure')
    FakeRecognition.last.stop = vi.fn(() => {
      FakeRecognition.last.hear('Sure', true)
      FakeRecognition.last.onend?.()
    })
    await interact(() => void now().finish())
    expect(written).toEqual(['Sure'])
    await interact(() => now().toggle())
    await hear('perhaps')
    FakeRecognition.last.stop = vi.fn()
    await now().finish()
    expect(written).toEqual(['Sure', 'perhaps'])
  })

  it('pauses reading aloud', async () => {
    setMode('response', 'voice')
    onTestFinished(() => localStorage.clear())
    expect(isReadAloud(true)).toBe(true)
    const { now } = await startDictating()
    expect(isReadAloud(true)).toBe(false)
    await interact(() => now().stop())
    expect(isReadAloud(true)).toBe(true)
  })

  it('reports why it ended after an error', () => {
    vi.stubGlobal('SpeechRecognition', FakeRecognition)
    const onEnd = vi.fn()
    startDictation({ language: 'en-US', onText: vi.fn(), onGuess: vi.fn(), onEnd })
    FakeRecognition.last.fail('not-allowed')
    expect(onEnd).toHaveBeenCalledWith('not-allowed')
  })
})

describe('the choice of speech for input and output', () => {
  it('is stored under the two mode keys of localStorage, and any other value there counts as text', () => {
    expect([readMode('request'), readMode('response')]).toEqual(['text', 'text'])
    setMode('request', 'voice')
    setMode('response', 'voice')
    expect([localStorage.getItem('companion:requestMode'), localStorage.getItem('companion:responseMode')]).toEqual([
      'voice',
      'voice',
    ])
    localStorage.setItem('companion:requestMode', 'telepathy')
    expect(readMode('request')).toBe('text')
  })
})
