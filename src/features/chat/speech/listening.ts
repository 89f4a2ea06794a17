let listening = false

/** Whether this page takes dictation: what it said aloud now would be written down as well. */
export const isListening = (): boolean => listening

export function setListening(now: boolean): void {
  listening = now
}
