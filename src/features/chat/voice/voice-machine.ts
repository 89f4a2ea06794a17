/** Why a voice chat waits for its user. */
export type PauseReason =
  | 'user'
  | 'hidden'
  | 'silence'
  | 'microphone'
  | 'recognition'
  | 'network'
  | 'transcription'
  | 'storage'
  | 'not_sent'
  | 'no_answer'
  | 'output'

/**
 * A voice chat is in one state at a time. `sending` without a text: a recording is being transcribed. `answering`: the
 * answer, or its next sentence, is awaited. `back`: the state in which it resumes.
 */
export type VoiceState =
  | { name: 'off' }
  | { name: 'listening' }
  | { name: 'sending'; text: string | null }
  | { name: 'answering' }
  | { name: 'speaking' }
  | { name: 'paused'; reason: PauseReason; back: 'listening' | 'transcribing' | 'answering' }

export type VoiceEvent =
  | { type: 'start' | 'stored' | 'speak' | 'await' | 'finish' | 'interrupt' | 'resume' | 'leave' }
  /** The user made a pause: what they said, or null for a recording of it. */
  | { type: 'said'; text: string | null }
  | { type: 'transcribed'; text: string }
  | { type: 'pause'; reason: PauseReason }

export const off: VoiceState = { name: 'off' }
const listening: VoiceState = { name: 'listening' }
const answering: VoiceState = { name: 'answering' }

/** The state after an event; the same object when the event means nothing in it. */
export function nextState(state: VoiceState, event: VoiceEvent): VoiceState {
  if (state.name === 'off') return event.type === 'start' ? listening : state
  if (event.type === 'leave') return off
  if (state.name === 'paused') return event.type === 'resume' ? stateBehind(state.back) : state
  if (event.type === 'pause') return { name: 'paused', reason: event.reason, back: backOf(state, event.reason) }
  switch (state.name) {
    case 'listening':
      return event.type === 'said' && event.text?.trim() !== '' ? { name: 'sending', text: event.text } : state
    case 'sending':
      if (state.text !== null) return event.type === 'stored' ? answering : state
      if (event.type !== 'transcribed') return state
      return event.text.trim() === '' ? listening : { name: 'sending', text: event.text }
    case 'answering':
      if (event.type === 'speak') return { name: 'speaking' }
      return event.type === 'finish' || event.type === 'interrupt' ? listening : state
    case 'speaking':
      if (event.type === 'await') return answering
      return event.type === 'finish' || event.type === 'interrupt' ? listening : state
  }
}

type Running = Exclude<VoiceState, { name: 'off' | 'paused' }>
type Back = Extract<VoiceState, { name: 'paused' }>['back']

/**
 * A text that is being stored is stored all the same, or goes to the draft; a question that is not answered is not
 * awaited again.
 */
function backOf(state: Running, reason: PauseReason): Back {
  if (reason === 'not_sent' || reason === 'no_answer') return 'listening'
  if (state.name === 'sending') return state.text === null ? 'transcribing' : 'listening'
  return state.name === 'listening' ? 'listening' : 'answering'
}

function stateBehind(back: Back): VoiceState {
  if (back === 'transcribing') return { name: 'sending', text: null }
  return back === 'answering' ? answering : listening
}
