import { type AppError, appError } from '../../lib/errors.ts'

export const noSpeechService = (): AppError => appError('not_found')
export const audioUnreadable = (): AppError => appError('audio_unreadable')
export const audioTooLong = (): AppError => appError('audio_too_long')
export const speechUnavailable = (cause: unknown): AppError => appError('speech_unavailable', { retryAfter: 5, cause })
