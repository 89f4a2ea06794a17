import { useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { Model } from '#contract/objects/model.ts'
import { createStore } from '#lib/store.ts'
import { MODELS_STORAGE_KEY } from './models-storage-key.ts'

/**
 * What the server said last, for use without a connection. `labels`: of all models that this device has seen, because
 * one that is gone is still named in chats.
 */
const Remembered = v.object({ models: v.array(Model), labels: v.record(v.string(), v.string()) })
type Remembered = v.InferOutput<typeof Remembered>
const nothing: Remembered = { models: [], labels: {} }

export const rememberedModels = createStore<Remembered>(readRemembered())

function readRemembered(): Remembered {
  try {
    const parsed = v.safeParse(Remembered, JSON.parse(localStorage.getItem(MODELS_STORAGE_KEY) ?? 'null'))
    return parsed.success ? parsed.output : nothing
  } catch {
    // Without storage, the models are known once the server has named them.
    return nothing
  }
}

/** Stores what the server has said. */
export function rememberModels(models: readonly Model[]): void {
  const labels = { ...rememberedModels.get().labels, ...Object.fromEntries(models.map(({ id, label }) => [id, label])) }
  rememberedModels.set({ models: [...models], labels })
  try {
    localStorage.setItem(MODELS_STORAGE_KEY, JSON.stringify(rememberedModels.get()))
  } catch {
    // They last until the page is closed.
  }
}

/** The name of a model for users: its label if this device has seen it, else its id. */
export const modelLabel = (id: string): string => rememberedModels.get().labels[id] ?? id

/** The name of the model that has written an answer; null where there is no choice of models, or it is not known. */
export function useAnsweredBy(id: string | null | undefined): string | null {
  const { models, labels } = useSyncExternalStore(rememberedModels.subscribe, rememberedModels.get)
  return models.length > 1 && id != null ? (labels[id] ?? id) : null
}
