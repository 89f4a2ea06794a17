import { type AppError, appError } from '../../lib/errors.ts'

export const fileNotFound = (): AppError => appError('not_found')
export const fileIdConflict = (): AppError => appError('id_conflict')
/** The chunk does not begin where the upload stands, or another request has added one there. */
export const otherOffset = (): AppError => appError('conflict')
export const filesMissing = (): AppError => appError('files_missing')
export const fileTooLarge = (): AppError => appError('file_too_large')
export const pictureTooLarge = (): AppError => appError('file_too_large', { wording: 'picture_too_large' })
export const filesFull = (): AppError => appError('files_full')
export const fileTypeUnsupported = (): AppError => appError('file_type_unsupported')
export const fileBroken = (): AppError => appError('file_broken')
export const fileEncrypted = (): AppError => appError('file_encrypted')
export const fileChanged = (): AppError => appError('file_changed')
/** Clients store files until they are sent, and retry. */
export const storeUnavailable = (cause: unknown): AppError => appError('overloaded', { retryAfter: 5, cause })
export const tooManyUploads = (): AppError => appError('overloaded', { retryAfter: 2 })
