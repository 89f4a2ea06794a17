import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { ListenHandlers } from '#features/chat/voice/engines/speech-input.ts'
import { createVoiceChat, type QuestionState, type VoiceChatDeps } from '#features/chat/voice/voice-chat.ts'

/** A voice chat whose microphone, server and speech output are fakes that the test controls. */
function start(change: Partial<VoiceChatDeps> = {}) {
  let listening: ListenHandlers | null = null
  let state: QuestionState = { kind: 'waiting' }
  const listeners = new Set<() => void>()
  let saying: { sentence: string; end: () => void; fail: (error: Error) => void } | null = null
  let speakOver: (() => void) | null = null
  const sent: string[] = []
  const drafts: string[] = []
  const said: string[] = []
  const prepared: string[] = []
  const stopped: string[] = []
  const recordings: { blob: Blob; signal: AbortSignal; resolve: (text: string) => void; reject: (e: Error) => void }[] =
    []
  const chat = createVoiceChat({
    listen: (handlers) => {
      listening = handlers
      return () => {
        listening = null
        return null
      }
    },
    transcribe: (blob, signal) =>
      new Promise((resolve, reject) => void recordings.push({ blob, signal, resolve, reject })),
    output: {
      prepare: (sentence) => void prepared.push(sentence),
      say: (sentence, _language, signal) =>
        new Promise((resolve, reject) => {
          said.push(sentence)
          saying = { sentence, end: resolve, fail: reject }
          signal.addEventListener('abort', () => {
            saying = null
            resolve()
          })
        }),
    },
    watchInterruption: (onVoice) => {
      speakOver = onVoice
      return () => {
        speakOver = null
      }
    },
    send: async (text) => {
      sent.push(text)
      return `question ${sent.length}`
    },
    readQuestion: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stopAnswer: (question) => void stopped.push(question),
    addToDraft: (text) => void drafts.push(text),
    language: 'en',
    reportError: () => undefined,
    reportLost: (error) => expect.fail(String(error)),
    ...change,
  })
  chat.dispatch({ type: 'start' })
  onTestFinished(() => chat.dispatch({ type: 'leave' }))
  return {
    ...{ chat, sent, drafts, said, prepared, stopped, recordings, listeners },
    state: () => chat.snapshot().state.name,
    hears: () => listening !== null,
    hear: (text: string) => listening?.onHeard(text),
    say: (text: string | Blob) => listening?.onSaid(text),
    fail: (reason: 'network' | 'microphone') => listening?.onFailure(reason),
    interrupt: () => speakOver?.(),
    mayInterrupt: () => speakOver !== null,
    speaking: () => saying?.sentence ?? null,
    /** Ends the sentence that is spoken. */
    finish: () => {
      const { end } = saying ?? {}
      saying = null
      end?.()
    },
    breakOff: () => saying?.fail(new Error('no voice')),
    answer: (next: QuestionState) => {
      state = next
      for (const listener of [...listeners]) listener()
    },
    write: (text: string, isFinished = false) => {
      state = { kind: 'answer', written: { text, isFinished } }
      for (const listener of [...listeners]) listener()
    },
  }
}
const until = (check: () => void) => vi.waitFor(check)

describe('a voice chat', () => {
  it('listens, sends at a pause, speaks the answer while it is written, and listens again', async () => {
    const voice = start()
    voice.hear('Where is')
    expect(voice.chat.snapshot()).toMatchObject({ state: { name: 'listening' }, heard: 'Where is' })
    voice.say('Where is the moon?')
    await until(() => expect(voice.state()).toBe('answering'))
    expect([voice.sent, voice.hears(), voice.chat.snapshot().heard]).toEqual([
      ['Where is the moon?'],
      false,
      'Where is the moon?',
    ])
    voice.write('It is up. It w')
    await until(() => expect(voice.speaking()).toBe('It is up.'))
    expect(voice.chat.snapshot()).toMatchObject({ state: { name: 'speaking' }, said: 'It is up.' })
    voice.finish()
    await until(() => expect(voice.state()).toBe('answering'))
    voice.write('It is up. It will set. Soon.', true)
    await until(() => expect(voice.speaking()).toBe('It will set.'))
    expect(voice.prepared).toEqual(['Soon.'])
    voice.finish()
    await until(() => expect(voice.speaking()).toBe('Soon.'))
    voice.finish()
    await until(() => expect(voice.state()).toBe('listening'))
    expect([voice.hears(), voice.mayInterrupt(), voice.listeners.size, voice.stopped]).toEqual([true, false, 0, []])
  })

  it.each(['by speaking', 'by the button'])('is interrupted %s: it is silent at once, and listens', async (way) => {
    const voice = start()
    voice.say('Go on')
    voice.write('One is here. Two is here. ')
    await until(() => expect(voice.speaking()).toBe('One is here.'))
    if (way === 'by speaking') voice.interrupt()
    else voice.chat.dispatch({ type: 'interrupt' })
    expect([voice.state(), voice.speaking(), voice.hears(), voice.stopped]).toEqual([
      'listening',
      null,
      true,
      ['question 1'],
    ])
    voice.answer({ kind: 'waiting' })
    voice.say('Wait')
    await until(() => expect(voice.sent).toEqual(['Go on', 'Wait']))
    expect(voice.said).toEqual(['One is here.'])
  })

  it('stops the answer to an interrupted question as soon as it begins, and once', async () => {
    const voice = start()
    voice.say('Go on')
    await until(() => expect(voice.state()).toBe('answering'))
    voice.chat.dispatch({ type: 'interrupt' })
    voice.answer({ kind: 'waiting' })
    expect([voice.state(), voice.stopped]).toEqual(['listening', []])
    voice.write('')
    voice.write('One is here. Two')
    expect([voice.stopped, voice.said, voice.listeners.size]).toEqual([['question 1'], [], 0])
  })

  it.each(['not_sent', 'no_answer'] as const)('stops no answer when the question ends with %s', async (kind) => {
    const voice = start()
    voice.say('Go on')
    await until(() => expect(voice.state()).toBe('answering'))
    voice.chat.dispatch({ type: 'interrupt' })
    voice.answer({ kind })
    voice.write('The answer to the question that was sent again')
    expect([voice.stopped, voice.listeners.size]).toEqual([[], 0])
  })

  it('waits for no answer to an interrupted question after it was left', async () => {
    const voice = start()
    voice.say('Go on')
    await until(() => expect(voice.state()).toBe('answering'))
    voice.chat.dispatch({ type: 'interrupt' })
    voice.chat.dispatch({ type: 'leave' })
    expect(voice.listeners.size).toBe(0)
  })

  it('goes on with the interrupted sentence after a pause', async () => {
    const voice = start()
    voice.say('Go on')
    voice.write('One is here. Two is here.', true)
    await until(() => expect(voice.speaking()).toBe('One is here.'))
    voice.finish()
    await until(() => expect(voice.speaking()).toBe('Two is here.'))
    voice.chat.dispatch({ type: 'pause', reason: 'hidden' })
    expect([voice.speaking(), voice.hears(), voice.stopped]).toEqual([null, false, []])
    voice.chat.dispatch({ type: 'resume' })
    await until(() => expect(voice.speaking()).toBe('Two is here.'))
  })

  it('is left at once: nothing listens or speaks, and what was heard is in the draft', async () => {
    const voice = start()
    voice.hear('Do not lose')
    voice.chat.dispatch({ type: 'leave' })
    expect([voice.hears(), voice.drafts, voice.sent]).toEqual([false, ['Do not lose'], []])

    const other = start()
    other.say('Go on')
    other.write('One is here. Two')
    await until(() => expect(other.speaking()).toBe('One is here.'))
    other.chat.dispatch({ type: 'leave' })
    expect([other.speaking(), other.mayInterrupt(), other.listeners.size, other.drafts]).toEqual([null, false, 0, []])
  })

  it('joins what was heard before a pause and after it', async () => {
    const voice = start()
    voice.hear('The first half')
    voice.fail('network')
    expect(voice.chat.snapshot().state).toMatchObject({ name: 'paused', reason: 'network' })
    voice.chat.dispatch({ type: 'resume' })
    voice.hear('and the')
    expect(voice.chat.snapshot().heard).toBe('The first half and the')
    voice.say('and the second')
    await until(() => expect(voice.sent).toEqual(['The first half and the second']))
    voice.chat.dispatch({ type: 'leave' })
    expect(voice.drafts).toEqual([])
  })

  it('puts a text that could not be stored into the draft', async () => {
    const voice = start({ send: async () => null })
    voice.say('Not lost')
    await until(() => expect(voice.chat.snapshot().state).toMatchObject({ name: 'paused', reason: 'storage' }))
    expect(voice.drafts).toEqual(['Not lost'])
    voice.chat.dispatch({ type: 'leave' })
    expect(voice.drafts).toEqual(['Not lost'])
  })

  it('transcribes a recording, and again after a failure', async () => {
    const voice = start()
    const blob = new Blob(['sound'])
    voice.say(blob)
    expect(voice.chat.snapshot().state).toEqual({ name: 'sending', text: null })
    await until(() => expect(voice.recordings).toHaveLength(1))
    voice.recordings[0]?.reject(new Error('no network'))
    await until(() => expect(voice.chat.snapshot().state).toMatchObject({ reason: 'transcription' }))
    voice.chat.dispatch({ type: 'resume' })
    await until(() => expect(voice.recordings.map((recording) => recording.blob)).toEqual([blob, blob]))
    voice.recordings[1]?.resolve('Hello')
    await until(() => expect(voice.sent).toEqual(['Hello']))
  })

  it('listens on when a recording had no speech in it', async () => {
    const voice = start()
    voice.say(new Blob(['noise']))
    await until(() => expect(voice.recordings).toHaveLength(1))
    voice.recordings[0]?.resolve('')
    await until(() => expect(voice.hears()).toBe(true))
    expect(voice.sent).toEqual([])
  })

  it('sends nothing that is transcribed after it was left: that goes to the draft', async () => {
    const voice = start()
    voice.say(new Blob(['sound']))
    await until(() => expect(voice.recordings).toHaveLength(1))
    voice.chat.dispatch({ type: 'leave' })
    voice.recordings[0]?.resolve('Too late')
    await until(() => expect(voice.recordings).toHaveLength(2))
    voice.recordings[1]?.resolve('Too late')
    await until(() => expect(voice.drafts).toEqual(['Too late']))
    expect([voice.recordings[0]?.signal.aborted, voice.sent, voice.state()]).toEqual([true, [], 'off'])
  })

  it.each(['not_sent', 'no_answer'] as const)('says when a question ends with %s, and listens on', async (kind) => {
    const voice = start()
    voice.say('Hello?')
    await until(() => expect(voice.state()).toBe('answering'))
    voice.answer({ kind })
    expect(voice.chat.snapshot().state).toMatchObject({ name: 'paused', reason: kind })
    voice.chat.dispatch({ type: 'resume' })
    expect(voice.hears()).toBe(true)
  })

  it('says when nothing can be read aloud, and tries that sentence again', async () => {
    const voice = start()
    voice.say('Hello?')
    voice.write('Here I am.', true)
    await until(() => expect(voice.speaking()).toBe('Here I am.'))
    voice.breakOff()
    await until(() => expect(voice.chat.snapshot().state).toMatchObject({ name: 'paused', reason: 'output' }))
    voice.chat.dispatch({ type: 'resume' })
    await until(() => expect(voice.said).toEqual(['Here I am.', 'Here I am.']))
  })

  describe('with fake timers', () => {
    beforeEach(() => {
      vi.useFakeTimers()
      onTestFinished(() => void vi.useRealTimers())
    })

    it('stops listening when nobody has said anything for a minute', () => {
      const voice = start()
      vi.advanceTimersByTime(50_000)
      voice.hear('Well')
      vi.advanceTimersByTime(50_000)
      expect(voice.hears()).toBe(true)
      vi.advanceTimersByTime(10_000)
      expect([voice.hears(), voice.chat.snapshot().state]).toMatchObject([false, { reason: 'silence' }])
    })
  })
})
