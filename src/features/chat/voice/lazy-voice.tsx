import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logHandled } from '#lib/log-handled.ts'
import type { VoiceSlotProps } from './voice-slot.tsx'

const voice = lazyModule(() => import('./voice-slot.tsx'))
/** Offline, the chunk may not be in the cache yet: the chat works without it. */
const without = (error: unknown) => logHandled('A part of the chat did not load', error)

export function LazyVoiceButton() {
  const loaded = useLazyModule(voice, true, without)
  return loaded ? <loaded.VoiceButton /> : null
}

export function LazyVoiceSlot(props: VoiceSlotProps) {
  const loaded = useLazyModule(voice, true, without)
  return loaded ? <loaded.VoiceSlot {...props} /> : null
}
