let listening = false

/** Whether the microphone is on, for dictation or a voice chat: speech output would then be transcribed too. */
export const isListening = (): boolean => listening

export function setListening(now: boolean): void {
  listening = now
}

let inVoiceChat = false

/** Whether a voice chat is open, which reads its answers aloud itself. */
export const isInVoiceChat = (): boolean => inVoiceChat

export function setInVoiceChat(now: boolean): void {
  inVoiceChat = now
}
