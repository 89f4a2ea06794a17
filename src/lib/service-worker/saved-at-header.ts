/** A header that the worker puts on an answer it keeps: when, in milliseconds since 1970, by this device's clock. */
export const SAVED_AT = 'x-saved-at'
