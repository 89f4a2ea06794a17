import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import type { VoiceSlotProps } from './voice-slot.tsx'

const voice = lazyModule(() => import('./voice-slot.tsx'))

export function LazyVoiceButton() {
  const loaded = useLazyModule(voice, true, logMissingChunk)
  return loaded ? <loaded.VoiceButton /> : null
}

export function LazyVoiceSlot(props: VoiceSlotProps) {
  const loaded = useLazyModule(voice, true, logMissingChunk)
  return loaded ? <loaded.VoiceSlot {...props} /> : null
}
