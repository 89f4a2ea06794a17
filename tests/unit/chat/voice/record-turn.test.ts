import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { recordTurn } from '#features/chat/voice/engines/record-turn.ts'
import { createVoiceChat } from '#features/chat/voice/voice-chat.ts'

/** The level that the microphone measures. */
let level = 0
let openTracks = 0

class Recorder {
  static last: Recorder | null = null
  static isTypeSupported = () => true
  mimeType = 'audio/webm'
  state = 'inactive'
  ondataavailable: ((event: { data: Blob }) => void) | null = null
  onstop: (() => void) | null = null
  start(): void {
    Recorder.last = this
    this.state = 'recording'
  }
  stop(): void {
    this.state = 'inactive'
    setTimeout(() => this.end(), 100)
  }
  /** What the browser does without being asked when the microphone is unplugged. */
  end(): void {
    this.state = 'inactive'
    this.ondataavailable?.({ data: new Blob(['sound']) })
    this.onstop?.()
  }
}

const context = {
  state: 'running',
  resume: async () => void Object.assign(context, { state: 'running' }),
  createMediaStreamSource: () => ({ connect: () => undefined, disconnect: () => undefined }),
  createAnalyser: () => ({
    fftSize: 0,
    getFloatTimeDomainData: (samples: Float32Array) => samples.fill(context.state === 'running' ? level : 0),
  }),
}
const audio = context as unknown as AudioContext

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  level = 0
  openTracks = 0
  context.state = 'running'
  vi.stubGlobal('MediaRecorder', Recorder)
  const getUserMedia = async () => {
    openTracks += 1
    const stop = () => {
      openTracks -= 1
    }
    return { getTracks: () => [{ stop }] }
  }
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'))
})

/** A voice chat that records, whose server understands each recording as the next of `texts`. */
function start(...texts: (string | Error)[]) {
  const lost: unknown[] = []
  const drafts: string[] = []
  const sent: string[] = []
  const rendered = vi.fn()
  const chat = createVoiceChat({
    listen: recordTurn(audio),
    transcribe: async () => {
      const next = texts.shift() ?? expect.fail('nothing more is said')
      if (next instanceof Error) throw next
      return next
    },
    output: { prepare: () => undefined, say: async () => undefined },
    watchInterruption: () => () => undefined,
    send: async (text) => {
      sent.push(text)
      return 'question'
    },
    readQuestion: () => ({ kind: 'waiting' }),
    subscribe: () => () => undefined,
    stopAnswer: () => undefined,
    addToDraft: (text) => void drafts.push(text),
    language: 'en',
    reportError: (error) => expect.fail(String(error)),
    reportLost: (error) => void lost.push(error),
  })
  chat.subscribe(rendered)
  chat.dispatch({ type: 'start' })
  onTestFinished(() => chat.dispatch({ type: 'leave' }))
  return { chat, lost, drafts, sent, rendered, state: () => chat.snapshot().state }
}
const hear = (next: number, seconds: number) => {
  level = next
  return vi.advanceTimersByTimeAsync(seconds * 1_000)
}

describe('a recorded turn', () => {
  it('is sent after more than a minute of speech without a pause', async () => {
    const voice = start('A long story')
    await hear(0, 2)
    voice.rendered.mockClear()
    await hear(0.2, 90)
    expect([voice.state().name, voice.rendered.mock.calls]).toEqual(['listening', []])
    await hear(0, 2)
    expect([voice.state().name, voice.sent]).toEqual(['answering', ['A long story']])
  })

  it('ends before it is too long for the server', async () => {
    const voice = start('A very long story')
    await hear(0.2, 112)
    expect(voice.sent).toEqual(['A very long story'])
  })

  it('is sent with what follows when a pause cuts it off', async () => {
    const voice = start('The first half', 'and the second')
    await hear(0.2, 3)
    voice.chat.dispatch({ type: 'pause', reason: 'hidden' })
    await hear(0, 3)
    voice.chat.dispatch({ type: 'resume' })
    await hear(0.2, 3)
    await hear(0, 2)
    expect([voice.sent, voice.drafts]).toEqual([['The first half and the second'], []])
  })

  it('goes to the draft as far as it can be transcribed after the end, and the user is told of the rest', async () => {
    const failure = new Error('no network')
    const voice = start(failure, 'the second half')
    await hear(0.2, 3)
    voice.chat.dispatch({ type: 'pause', reason: 'hidden' })
    await hear(0, 1)
    voice.chat.dispatch({ type: 'resume' })
    await hear(0.2, 3)
    voice.chat.dispatch({ type: 'leave' })
    await hear(0, 1)
    expect([voice.drafts, voice.lost]).toEqual([['the second half'], [failure]])
  })

  it('is sent at once when the microphone is unplugged in the middle of a sentence', async () => {
    const voice = start('Do not lose this')
    await hear(0.2, 3)
    Recorder.last?.end()
    await hear(0.2, 0.1)
    expect(voice.sent).toEqual(['Do not lose this'])
  })

  it('pauses when the microphone is unplugged and nothing is being said', async () => {
    const voice = start()
    await hear(0, 3)
    Recorder.last?.end()
    expect(voice.state()).toMatchObject({ name: 'paused', reason: 'microphone' })
  })

  it.each(['createMediaStreamSource', 'createAnalyser'] as const)(
    'leaves no microphone open where %s fails, and the user is told',
    async (name) => {
      const works = context[name]
      const fails = () => {
        throw new DOMException('not with this microphone', 'NotSupportedError')
      }
      Object.assign(context, { [name]: fails })
      onTestFinished(() => void Object.assign(context, { [name]: works }))
      const voice = start()
      await hear(0, 1)
      expect(voice.state()).toMatchObject({ name: 'paused', reason: 'microphone' })
      expect(openTracks).toBe(0)
    },
  )

  it('pauses and reports an error that the browser should not throw while the microphone opens', async () => {
    const error = new TypeError('sinkId is no string')
    const { createAnalyser: works } = context
    const fails = () => {
      throw error
    }
    Object.assign(context, { createAnalyser: fails })
    onTestFinished(() => void Object.assign(context, { createAnalyser: works }))
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    const voice = start()
    await hear(0, 1)
    expect(voice.state()).toMatchObject({ name: 'paused', reason: 'microphone' })
    expect(openTracks).toBe(0)
    expect(reported).toHaveBeenCalledWith(error)
  })

  it('is heard after the browser has interrupted the audio in the background', async () => {
    const voice = start('Hello again')
    await hear(0, 1)
    voice.chat.dispatch({ type: 'pause', reason: 'hidden' })
    context.state = 'interrupted'
    voice.chat.dispatch({ type: 'resume' })
    await hear(0.2, 3)
    await hear(0, 2)
    expect(voice.sent).toEqual(['Hello again'])
  })

  it.each([
    ['refuses to resume', async () => Promise.reject(new DOMException('not now', 'NotAllowedError'))],
    ['never resumes', () => new Promise<void>(() => undefined)],
  ])('is not begun where the browser %s the audio, and the user is told', async (_, resume) => {
    const voice = start()
    await hear(0, 1)
    voice.chat.dispatch({ type: 'pause', reason: 'hidden' })
    const { resume: works } = context
    Object.assign(context, { state: 'interrupted', resume })
    onTestFinished(() => void Object.assign(context, { resume: works }))
    voice.chat.dispatch({ type: 'resume' })
    await hear(0, 6)
    expect(voice.state()).toMatchObject({ name: 'paused', reason: 'microphone' })
  })

  it('is transcribed into the draft when the voice chat ends in the middle of it', async () => {
    const voice = start('Do not lose this')
    await hear(0.2, 3)
    voice.chat.dispatch({ type: 'leave' })
    await hear(0, 1)
    expect([voice.sent, voice.drafts]).toEqual([[], ['Do not lose this']])
  })

  it('goes to the draft once when the voice chat ends while its recording does', async () => {
    const voice = start('Do not lose this')
    await hear(0.2, 3)
    await hear(0, 1.5)
    expect(voice.state().name).toBe('listening')
    voice.chat.dispatch({ type: 'leave' })
    await hear(0, 1)
    expect([voice.sent, voice.drafts]).toEqual([[], ['Do not lose this']])
  })

  it('is not transcribed at the end when nobody has spoken', async () => {
    const voice = start()
    await hear(0, 3)
    voice.chat.dispatch({ type: 'leave' })
    await hear(0, 1)
    expect([voice.sent, voice.drafts]).toEqual([[], []])
  })
})
