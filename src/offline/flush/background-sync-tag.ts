/** The Background Sync tag with which the browser wakes the service worker. */
export const BACKGROUND_SYNC_TAG = 'companion-flush'
