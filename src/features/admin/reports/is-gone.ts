import { isApiError } from '#api/errors.ts'

/** Whether the server answers that what was read or changed does not exist any more. */
export const isGone = (error: unknown): boolean => isApiError(error) && error.code === 'not_found'
