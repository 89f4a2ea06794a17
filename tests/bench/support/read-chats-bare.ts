import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'

const CALLER = `select users.id, users.is_admin, users.is_provider, users.language, users.suspended_at, sessions.confirmed_at
  from sessions inner join users on users.id = sessions.user_id
  where sessions.id = $1 and sessions.user_id = $2 and sessions.revoked_at is null and sessions.expires_at > $3`
const CHATS = `select id, title, created_at, updated_at, last_message_at, folder_id, is_saved, is_pinned, is_archived,
  expires_at, expires_warned_at, deleted_at, preview, path, versions, model
  from chats where user_id = $1 and deleted_at is null
  order by is_pinned desc, last_message_at desc, id desc limit $2`
const tagsOf = (ids: string) =>
  `select chat_id, tag_id from chat_tags where user_id = $1 and chat_id in (${ids}) order by tag_id`

/** Runs a statement with `$1`, `$2`, …, and returns its rows. */
type Query = (statement: string, values: (string | number)[]) => Row[] | Promise<Row[]>
type Row = Record<string, unknown>

/**
 * The statements of `GET /companion/chats/` without a query builder; `database` is a SQLite file or a PostgreSQL URL.
 */
export async function readChatsBare(database: string, userId: number, sessionId: string) {
  const isPostgres = database.startsWith('postgres')
  const query = isPostgres ? queryPostgres(database) : querySqlite(database)
  const tags = tagsOf(isPostgres ? 'select jsonb_array_elements_text($2::jsonb)' : 'select value from json_each($2)')
  return async () => {
    const now = new Date().toISOString()
    const [caller] = await query(CALLER, [sessionId, userId, now])
    if (caller === undefined) throw new Error('the user of the bench is not signed in')
    const chats = await query(CHATS, [userId, 51])
    const links = await query(tags, [userId, JSON.stringify(chats.map(({ id }) => id))])
    const byChat = Map.groupBy(links, (link) => link.chat_id)
    const results = chats.map((chat) => ({
      id: chat.id,
      title: chat.title,
      created_at: chat.created_at,
      updated_at: chat.updated_at,
      last_message_at: chat.last_message_at,
      folder: chat.folder_id,
      tags: byChat.get(chat.id)?.map((link) => link.tag_id) ?? [],
      is_saved: chat.is_saved === 1,
      is_pinned: chat.is_pinned === 1,
      is_archived: chat.is_archived === 1,
      expires_at: chat.expires_at,
      expires_warned_at: chat.expires_warned_at,
      deleted_at: chat.deleted_at,
      preview: chat.preview,
      path: chat.path,
      versions: JSON.parse(String(chat.versions)),
      model: chat.model,
    }))
    return { results, next_cursor: null, deleted: [], synced_at: now }
  }
}

function querySqlite(file: string): Query {
  const db = new DatabaseSync(file, { readOnly: true })
  const prepared = new Map<string, ReturnType<typeof db.prepare>>()
  return (statement, values) => {
    const known = prepared.get(statement) ?? db.prepare(statement.replaceAll(/\$\d/g, '?'))
    prepared.set(statement, known)
    return known.all(...values)
  }
}

function queryPostgres(url: string): Query {
  const pool = new pg.Pool({ connectionString: url, max: 10 })
  return async (statement, values) => (await pool.query<Row>(statement, values)).rows
}
