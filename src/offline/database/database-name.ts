/** In a separate module, so that code can check whether the database exists without loading Dexie. */
export const DATABASE_NAME = 'companion'
