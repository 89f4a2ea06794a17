/**
 * Whether this window is a page on the home screen of iOS: it opens no other windows, and has its own storage. The start
 * of every page needs `isInstalledApp`, which asks the same, so that this file is not loaded then.
 */
export const isHomeScreenApp = (): boolean => 'standalone' in navigator && navigator.standalone === true
