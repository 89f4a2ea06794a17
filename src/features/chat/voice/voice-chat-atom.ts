import { atom, getDefaultStore } from 'jotai'

/** The open voice chat of this page; its audio context was created by the tap that opened it. */
export const voiceChatAtom = atom<{ audio: AudioContext | null } | null>(null)

export const closeVoiceChat = (): void => getDefaultStore().set(voiceChatAtom, null)
