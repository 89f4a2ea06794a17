import { describe, expect, it } from 'vitest'
import {
  nextState,
  off,
  type PauseReason,
  type VoiceEvent,
  type VoiceState,
} from '#features/chat/voice/voice-machine.ts'

const reasons: readonly PauseReason[] = [
  ...(['user', 'hidden', 'silence', 'microphone', 'recognition', 'network', 'transcription'] as const),
  ...(['storage', 'not_sent', 'no_answer', 'output'] as const),
]
const listening: VoiceState = { name: 'listening' }
const transcribing: VoiceState = { name: 'sending', text: null }
const sending: VoiceState = { name: 'sending', text: 'Hi' }
const answering: VoiceState = { name: 'answering' }
const speaking: VoiceState = { name: 'speaking' }
const paused = (back: 'listening' | 'transcribing' | 'answering', reason: PauseReason = 'user'): VoiceState => ({
  name: 'paused',
  ...{ reason, back },
})

const states: Readonly<Record<string, VoiceState>> = {
  ...{ off, listening, transcribing, sending, answering, speaking },
  pausedListening: paused('listening'),
  pausedTranscribing: paused('transcribing'),
  pausedAnswering: paused('answering'),
}
const events: Readonly<Record<string, VoiceEvent>> = {
  start: { type: 'start' },
  said: { type: 'said', text: 'Hi' },
  saidNothing: { type: 'said', text: ' ' },
  recorded: { type: 'said', text: null },
  transcribed: { type: 'transcribed', text: 'Hi' },
  transcribedNothing: { type: 'transcribed', text: '' },
  stored: { type: 'stored' },
  speak: { type: 'speak' },
  await: { type: 'await' },
  finish: { type: 'finish' },
  interrupt: { type: 'interrupt' },
  pause: { type: 'pause', reason: 'user' },
  resume: { type: 'resume' },
  leave: { type: 'leave' },
}

/** Every change of state; every other pair of a state and an event changes nothing. */
const changes: Readonly<Record<string, Readonly<Record<string, VoiceState>>>> = {
  off: { start: listening },
  listening: { said: sending, recorded: transcribing, pause: paused('listening'), leave: off },
  transcribing: { transcribed: sending, transcribedNothing: listening, pause: paused('transcribing'), leave: off },
  sending: { stored: answering, pause: paused('listening'), leave: off },
  answering: { speak: speaking, finish: listening, interrupt: listening, pause: paused('answering'), leave: off },
  speaking: { await: answering, finish: listening, interrupt: listening, pause: paused('answering'), leave: off },
  pausedListening: { resume: listening, leave: off },
  pausedTranscribing: { resume: transcribing, leave: off },
  pausedAnswering: { resume: answering, leave: off },
}

describe('the states of a voice chat', () => {
  const pairs = Object.keys(states).flatMap((state) => Object.keys(events).map((event) => [state, event] as const))

  it.each(pairs)('lead from %s by the event %s to the state of the table', (stateName, eventName) => {
    const [state, event] = [states[stateName], events[eventName]]
    if (!state || !event) throw new Error('the table has another name')
    const expected = changes[stateName]?.[eventName]
    if (expected === undefined) expect(nextState(state, event)).toBe(state)
    else expect(nextState(state, event)).toEqual(expected)
  })

  it.each(reasons)('resume after %s where something can go on', (reason) => {
    for (const state of [listening, transcribing, sending, answering, speaking]) {
      const waiting = nextState(state, { type: 'pause', reason })
      expect(waiting).toMatchObject({ name: 'paused', reason })
      const resumed = nextState(waiting, { type: 'resume' })
      const isOver = reason === 'not_sent' || reason === 'no_answer'
      if (isOver) expect(resumed).toEqual(listening)
      else expect(['listening', 'sending', 'answering']).toContain(resumed.name)
    }
  })

  it('can always be left at once', () => {
    for (const state of Object.values(states)) expect(nextState(state, { type: 'leave' })).toEqual(off)
  })
})
