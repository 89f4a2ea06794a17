/** The localStorage key of the mirror of the token record. */
export const MIRROR_KEY = 'auth-storage'
