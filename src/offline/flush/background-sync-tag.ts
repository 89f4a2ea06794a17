/** The tag under which the browser wakes the worker. */
export const SYNC_TAG = 'companion-flush'
