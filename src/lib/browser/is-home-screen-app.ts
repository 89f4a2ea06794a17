/**
 * Whether this window is a page on the home screen of iOS: it opens no other windows, and has its own storage.
 * `isInstalledApp` repeats this check instead of importing it, so that the start of a page does not load this file.
 */
export const isHomeScreenApp = (): boolean => 'standalone' in navigator && navigator.standalone === true
