import { useConfig } from '#data/config.ts'
import { MODELS_STORAGE_KEY } from '#data/models-storage-key.ts'
import { lazyModule, useLazyModule } from '#lib/lazy/lazy-module.ts'
import { logMissingChunk } from '#lib/lazy/log-missing-chunk.ts'
import { useChatModel } from './chat-model.ts'
import type { FindModelProps } from './find-model.ts'
import type { ModelPickerProps } from './model-picker.tsx'

const finder = lazyModule(() => import('./find-model.ts'))
const picker = lazyModule(() => import('./model-picker.tsx'))
const replaced = lazyModule(() => import('./replaced-model.tsx'))

/** Finds the model of the chat where the server has several, or had when this device last reached it. */
export function LazyFindModel(props: FindModelProps) {
  const config = useConfig()
  const loaded = useLazyModule(finder, config?.assistant.is_choice === true || isAnyRemembered(), logMissingChunk)
  return loaded ? <loaded.FindModel {...props} /> : null
}

function isAnyRemembered(): boolean {
  try {
    return localStorage.getItem(MODELS_STORAGE_KEY) !== null
  } catch {
    // Without storage nothing is remembered.
    return false
  }
}

/** The button in the header that names the model of the chat, where there are several. */
export function LazyModelPicker(props: ModelPickerProps) {
  const wanted = useChatModel().models.length > 0
  const loaded = useLazyModule(picker, wanted, logMissingChunk)
  return wanted && loaded ? <loaded.ModelPicker {...props} /> : null
}

/** Says that another model than the chosen one has answered; nothing for null. */
export function LazyReplacedModel({ wanted, model }: { wanted: string | null; model: string | null }) {
  const loaded = useLazyModule(replaced, wanted !== null, logMissingChunk)
  return wanted !== null && loaded ? <loaded.ReplacedModel wanted={wanted} model={model} /> : null
}
