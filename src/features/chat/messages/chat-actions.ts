import { createContext, useContext } from 'react'
import type { SendsLater } from './send-status.tsx'

export interface ChatActions {
  retry: (message: string) => void
  /** Takes an unsent message back into the composer; null when there is none. */
  edit: ((message: string) => void) | null
  discard: (message: string) => void
  sendsLater: SendsLater
  /** Asks for a new version of an answer; null when that is not possible here. */
  answerAgain: ((message: string) => void) | null
}

const context = createContext<ChatActions | null>(null)

export const ChatActionsProvider = context.Provider

/** What a row of the open chat can do; throws outside of one. */
export function useChatActions(): ChatActions {
  const actions = useContext(context)
  if (actions === null) throw new Error('A message row stands outside of a chat')
  return actions
}
