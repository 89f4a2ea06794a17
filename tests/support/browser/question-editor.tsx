import type { ChatActions } from '#features/chat/message/actions/chat-actions.ts'
import type { Editing } from '#features/chat/message/editing/editing.ts'
import type { QuestionRow } from '#features/chat/thread/rows/build-rows.ts'

const nothing = () => undefined

/** A question that was sent, with the text “As it was”. */
export const questionRow = (key: string): QuestionRow => ({
  kind: 'question',
  key,
  content: 'As it was',
  created_at: '2026-01-01T00:00:00.000Z',
  send: { kind: 'sent' },
  branches: null,
  isFollowed: false,
  files: [],
})

/** The actions of a chat in which questions are edited; all others do nothing. */
export function offerEditing(editing: Editing, sendEditedQuestion: ChatActions['sendEditedQuestion']): ChatActions {
  const rest = { compact: false, edit: null, sendsLater: null, regenerateAnswer: null, reasoningOf: null }
  const shows = { showBranch: nothing, showVersion: nothing }
  const calls = {
    retry: nothing,
    discard: nothing,
    remove: nothing,
    remember: nothing,
    rate: nothing,
    report: nothing,
    offer: nothing,
    ...shows,
  }
  return { ...rest, ...calls, editing, sendEditedQuestion }
}

/** The field of the open editor. Throws when none is open. */
export function editorField(page: HTMLElement): HTMLTextAreaElement {
  const found = page.querySelector('textarea')
  if (!found) throw new Error('There is no field')
  return found
}
