import { createContext, useContext } from 'react'
import type { Message } from '#contract/objects/chat.ts'
import type { Rating } from '#contract/objects/feedback.ts'
import type { Editing } from '../editing/editing.ts'
import type { SendsLater } from '../send-status.tsx'

/** The target of a deletion: a question with its answers, or one of an answer's versions. */
export interface Deletion {
  messageId: string
  what: 'question' | 'answer' | 'version'
}

export interface ChatActions {
  /** True where no row of buttons fits: the actions are in a menu. */
  compact: boolean
  retry: (messageId: string) => void
  /** Moves the text of an unsent message back into the composer; null when there is none. */
  edit: ((messageId: string) => void) | null
  discard: (messageId: string) => void
  sendsLater: SendsLater
  /** Requests a new version of an answer, or the rest of an interrupted one; null when that is not possible here. */
  regenerateAnswer: ((messageId: string, rest?: 'continue') => void) | null
  /** Replaces a question in a new branch; false when it could not be stored. Null when not possible here. */
  sendEditedQuestion: ((messageId: string, text: string) => Promise<boolean>) | null
  /** The state of the question that is being edited. */
  editing: Editing
  /**
   * Deletes at once, and offers Undo for some seconds. This and the next four are null in a chat that is not stored.
   */
  remove: ((deletion: Deletion) => void) | null
  /** Opens a dialog with a fact from the text, to be edited and confirmed. */
  remember: ((text: string) => void) | null
  /** Rates an answer; a rating of null takes it back. */
  rate: ((messageId: string, rating: Rating | null) => void) | null
  /** Opens the dialog in which an answer is reported, or a report changed or withdrawn. */
  report: ((answer: Message) => void) | null
  /**
   * Opens the dialog in which an answer and its question are offered for rating, or the offer is changed or withdrawn.
   */
  offer: ((answer: Message) => void) | null
  /** Returns the reasoning of a finished answer in a chat that is not stored; null in others: it is fetched. */
  reasoningOf: ((messageId: string) => string) | null
  /** Makes the branch of a question the current path of the chat. */
  showBranch: (questionId: string) => void
  /** Makes one of an answer's versions the current one. */
  showVersion: (versions: readonly Message[], messageId: string) => void
}

const context = createContext<ChatActions | null>(null)

export const ChatActionsProvider = context.Provider

/** Returns the actions for a row of the open chat; throws outside of one. */
export function useChatActions(): ChatActions {
  const actions = useContext(context)
  if (actions === null) throw new Error('A message row stands outside of a chat')
  return actions
}
