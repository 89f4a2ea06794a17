import { appError, fieldError } from '../../../lib/errors.ts'

export const codeNotFound = () => appError('not_found')
/** An admin has ended it already. */
export const codeHasEnded = () => appError('conflict')
export const codeTaken = () => fieldError('code', 'code_taken')

// Why a code cannot be used for a purchase, at the field where it was entered.
export const codeUnknown = () => fieldError('code', 'code_unknown')
/** It was ended by an admin, or its time has passed. */
export const codeEnded = () => fieldError('code', 'code_ended')
export const codeUsedUp = () => fieldError('code', 'code_used_up')
export const codeUsed = () => fieldError('code', 'code_used')
export const codeOfOtherPlan = () => fieldError('code', 'code_other_plan')
export const codeOfOtherCurrency = () => fieldError('code', 'code_other_currency')
export const codeOverPrice = () => fieldError('code', 'code_over_price')
/** A discount or a gift is for a new subscription. */
export const codeWhileSubscribed = () => fieldError('code', 'code_plan_running')
