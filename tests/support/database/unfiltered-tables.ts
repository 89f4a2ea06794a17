/**
 * The tables of the chat domain, whose rows belong to one user each. The pieces of answers that are being written
 * (`generation_chunks`) have no column for the user yet.
 */
const ofUsers = new Set([
  'chats',
  'messages',
  'folders',
  'tags',
  'chat_tags',
  'deletions',
  'withdrawn_messages',
  'generations',
  'search_entries',
  'chat_profiles',
  'memories',
  'removed_memories',
  'usage_entries',
  'scores',
  'message_feedback',
  'files',
  'file_chunks',
  'file_contents',
  'message_files',
  'shared_chats',
  'chat_summaries',
])

/** A table after a keyword, and its alias unless the next word belongs to the statement. */
const reference =
  /\b(from|join|update|into|using) (?:only )?(\w+)(?: (?:as )?(?!(?:set|where|on|order|group|limit|values|left|inner|default|using|for|union|returning)\b)(\w+))?/g

/**
 * The tables of the chat domain that a statement reads or writes without naming their user: with a condition on
 * `user_id` (`=`, `in`, or as the first column of a row of columns; a join that equates it with another table's counts
 * too), or in an insert with the column.
 */
export function unfilteredTables(statement: string): string[] {
  const text = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ').toLowerCase()
  // What an update sets is no condition.
  const sql = text.replace(/^(update .*?) set .*? where /, '$1 where ')
  const references = [...sql.matchAll(reference)].map(([, keyword, table = '', alias = table]) => ({
    keyword,
    table,
    alias,
  }))
  const ours = references.filter(({ table }) => ofUsers.has(table))
  const isNamed = ({ keyword, table, alias }: (typeof references)[number]) => {
    if (keyword === 'into') return new RegExp(`into ${table} (?:as \\w+ )?\\([^)]*\\buser_id\\b`).test(sql)
    const column = `\\b${alias}\\.user_id`
    return new RegExp(`${column} (?:=|in) |= ${column}\\b|\\(${column}, [^)]*\\) (?:=|in) `).test(sql)
  }
  // Tables that are only equated with each other are read for all users.
  const hasUser = /user_id (?:= [?$:\d]|in \()|\((?:\w+\.)?user_id, [^)]*\) (?:=|in) /.test(sql)
  const rest = ours.filter((one) => !(isNamed(one) && (hasUser || one.keyword === 'into')))
  // A condition without the table's name is one of the (sub)query in which it stands.
  const bare = sql.match(/(?<![.\w])user_id (?:=|in) |\(user_id, [^)]*\) (?:=|in) /g)?.length ?? 0
  return rest.length <= bare ? [] : rest.map(({ table }) => table)
}
