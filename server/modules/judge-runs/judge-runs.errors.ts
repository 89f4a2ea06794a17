import { appError, fieldError } from '../../lib/errors.ts'

export const judgeRunNotFound = () => appError('not_found')
export const judgeRunRunning = () => appError('conflict', { wording: 'judge_run_running' })
/** The server has no such judge. */
export const judgeUnknown = (field: 'model' | 'rubric_version') => fieldError(field, 'invalid')
