let listening = false

/** Returns whether dictation is running: speech output would then be transcribed too. */
export const isListening = (): boolean => listening

export function setListening(now: boolean): void {
  listening = now
}
