/** A header of cached responses: when the worker cached them, in milliseconds since 1970, by this device's clock. */
export const SAVED_AT_HEADER = 'x-saved-at'
