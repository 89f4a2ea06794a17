import type { Config } from '#server/config/config.ts'
import type { StartContext } from '#server/lifecycle/explain-start-error.ts'

/**
 * The database for commands that migrate. Not through a pooler: the migrator holds a lock of its session, which would
 * stay with a session of the pooler.
 */
export function directDatabase({ databaseUrl, databaseDirectUrl, dataDir }: Config, context: StartContext) {
  if (databaseDirectUrl !== databaseUrl) context.database = 'DATABASE_DIRECT_URL'
  return { databaseUrl: databaseDirectUrl, dataDir }
}
