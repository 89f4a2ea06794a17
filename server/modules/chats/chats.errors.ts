import { type FieldProblem, fieldError, type HttpError, httpError } from '../../lib/errors.ts'

export const chatNotFound = (): HttpError => httpError('not_found', { wording: 'chat_not_found' })
export const idConflict = (): HttpError => httpError('id_conflict')
export const invalidMessageOrChat = (): HttpError => httpError('invalid_message_or_chat')
export const noPreviousUserMessage = (): HttpError => httpError('no_previous_user_message')
export const messageNotFound = (): HttpError => httpError('not_found')
export const messageDeleted = (): HttpError => httpError('not_found', { wording: 'message_deleted' })
export const messageSuperseded = (): HttpError => httpError('conflict', { wording: 'message_superseded' })
export const answerNotBrokenOff = (): HttpError => httpError('conflict', { wording: 'answer_not_broken_off' })
export const tooLongToContinue = (): HttpError => httpError('payload_too_large')
/** Clients keep the question and ask again. */
export const tooManyWaiting = (): HttpError => httpError('rate_limited', { retryAfter: 30 })
export const tooManyTags = (): FieldProblem => fieldError('tags', 'too_long')
