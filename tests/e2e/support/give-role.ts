import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LiveServer } from '#support/servers/live-server.ts'
import { ApiUser } from '../../../scripts/demo/api-user.ts'

/** Gives a user the role admin or provider in the server's database; returns the user signed in with it. */
export async function giveRole(server: LiveServer, user: ApiUser, role: 'admin' | 'provider'): Promise<ApiUser> {
  const db = new DatabaseSync(join(server.folder, 'companion.sqlite'))
  try {
    const column = role === 'admin' ? 'is_admin' : 'is_provider'
    db.exec('PRAGMA busy_timeout = 5000')
    db.prepare(`UPDATE users SET ${column} = 1 WHERE id = ?`).run(user.authenticated.user.id)
  } finally {
    db.close()
  }
  return ApiUser.login(server.url, user.credentials)
}
