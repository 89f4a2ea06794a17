import { createContext, useContext } from 'react'
import type { View } from '../../thread/rows/shown-path.ts'
import type { Editing } from '../editing/editing.ts'
import type { SendsLater } from '../send-status.tsx'

/** What is about to be deleted: a question with its answers, or an answer, of which there may be other versions. */
export interface Deletion {
  message: string
  what: 'question' | 'answer' | 'version'
}

export interface ChatActions {
  /** No room for a row of buttons: what can be done is in a menu. */
  compact: boolean
  retry: (message: string) => void
  /** Takes an unsent message back into the composer; null when there is none. */
  edit: ((message: string) => void) | null
  discard: (message: string) => void
  sendsLater: SendsLater
  /** Asks for a new version of an answer, or for the rest of one that broke off; null when that is not possible here. */
  answerAgain: ((message: string, rest?: 'continue') => void) | null
  /** Asks a question anew in other words, from its place on; false when it could not be stored. Null as above. */
  sendEdited: ((message: string, text: string) => Promise<boolean>) | null
  /** The question that is being put in other words. */
  editing: Editing
  /** Asks whether to delete, then does. */
  confirmDelete: (deletion: Deletion) => void
  /** Opens what may be remembered of a text, to be changed and confirmed. */
  remember: (text: string) => void
  /** Looks at an earlier branch; null: the present one. */
  look: (view: View | null) => void
}

const context = createContext<ChatActions | null>(null)

export const ChatActionsProvider = context.Provider

/** What a row of the open chat can do; throws outside of one. */
export function useChatActions(): ChatActions {
  const actions = useContext(context)
  if (actions === null) throw new Error('A message row stands outside of a chat')
  return actions
}
