import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema/schema.ts'
import { createTestClient } from '#support/api/test-client.ts'
import type { LiveServer } from '#support/servers/live-server.ts'

/** Registers a user, makes it an admin, and returns its access token. */
export async function signInAdmin(server: LiveServer, db: Kysely<Database>): Promise<string> {
  const user = await createTestClient(server.url).registerUser()
  await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
  return user.access
}
