import { appError } from '../../lib/errors.ts'

export const modelNotFound = () => appError('not_found')
export const lastModel = () => appError('conflict', { wording: 'last_model' })
