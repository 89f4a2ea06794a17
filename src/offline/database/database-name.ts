/** By itself, so that one can ask whether it exists without loading Dexie. */
export const DATABASE_NAME = 'companion'
