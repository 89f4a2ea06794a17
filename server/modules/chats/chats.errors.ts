import { type AppError, appError, type FieldProblem, fieldError } from '../../lib/errors.ts'

export const chatNotFound = (): AppError => appError('not_found', { wording: 'chat_not_found' })
export const idConflict = (): AppError => appError('id_conflict')
export const invalidMessageOrChat = (): AppError => appError('invalid_message_or_chat')
export const noPreviousUserMessage = (): AppError => appError('no_previous_user_message')
export const messageNotFound = (): AppError => appError('not_found')
export const messageDeleted = (): AppError => appError('not_found', { wording: 'message_deleted' })
export const answerNotBrokenOff = (): AppError => appError('conflict', { wording: 'answer_not_broken_off' })
export const tooLongToContinue = (): AppError => appError('payload_too_large')
/** Clients store the question and retry. */
export const tooManyWaiting = (): AppError => appError('rate_limited', { retryAfter: 30 })
export const tooManyTags = (): FieldProblem => fieldError('tags', 'too_long')
