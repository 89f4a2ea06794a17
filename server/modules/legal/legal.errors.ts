import { type AppError, appError } from '../../lib/errors.ts'

export const legalTextChanged = (): AppError => appError('conflict', { wording: 'legal_text_changed' })
