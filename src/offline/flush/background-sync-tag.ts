/** The Background Sync tag with which the browser wakes the service worker. */
export const SYNC_TAG = 'companion-flush'
