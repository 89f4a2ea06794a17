import { appError, fieldError } from '../../../lib/errors.ts'

export const emailSame = () => fieldError('email', 'email_same')
/** Another account has got the address since the link was mailed. */
export const emailChangeTaken = () => appError('conflict', { wording: 'email_change_taken' })
export const emailUndoTaken = () => appError('conflict', { wording: 'email_undo_taken' })
