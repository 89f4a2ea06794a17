import { appError } from '../../../lib/errors.ts'

/** Where no newsletter can be sent, there is nothing to subscribe to. */
export const newsletterOff = () => appError('not_found')
