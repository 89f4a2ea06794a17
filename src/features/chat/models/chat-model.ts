import { createContext, useContext } from 'react'
import type { Model } from '#contract/objects/model.ts'

export interface ChatModel {
  /** Empty where there is no choice. */
  models: readonly Model[]
  /** The model that was chosen for this chat, which may be gone; null: none was. */
  selected: string | null
  /** The model that answers as far as this device knows. */
  answering: Model | undefined
  /** What a message that is written now takes along; undefined: the server decides. */
  sent: string | undefined
}

export const noChoice: ChatModel = { models: [], selected: null, answering: undefined, sent: undefined }
const context = createContext(noChoice)

export const ChatModelProvider = context.Provider

/** The model of the open chat. */
export const useChatModel = (): ChatModel => useContext(context)
