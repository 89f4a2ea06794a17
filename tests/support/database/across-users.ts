/**
 * The statements of the server that read or write rows of all users in the chat domain on purpose: the file, how its
 * statements begin (without quotation marks), and why.
 */
const allowed: readonly { file: string; begin: string; why: string }[] = [
  { file: 'admin-billing/use-cases/read-revenue.ts', begin: 'select model, sum(tokens)', why: 'counts for admins' },
  { file: 'admin-metrics/use-cases/count-day.ts', begin: 'select (select count(*)', why: 'counts for admins' },
  { file: 'chats/deletion/end-chats.ts', begin: 'select user_id, id from chats', why: 'job: chats that are due' },
  { file: 'chats/generations/claim-generations.ts', begin: 'with due as', why: 'job: the queue, one for all users' },
  { file: 'chats/generations/claim-generations.ts', begin: 'select count(*)', why: 'metrics: the length of the queue' },
  { file: 'chats/generations/claim-generations.ts', begin: 'update generations', why: 'job: claims from the queue' },
  { file: 'chats/generations/prune-generations.ts', begin: '', why: 'job: deletes by age' },
  {
    file: 'chats/generations/take-over.ts',
    begin: 'select id, user_id, chat_id, message_id, owner',
    why: 'job: the answers of dead processes',
  },
  { file: 'chats/generations/writer/write-batch.ts', begin: 'select id', why: 'job: one batch for all answers' },
  { file: 'chats/generations/writer/write-batch.ts', begin: 'update generations', why: 'job: renews all leases' },
  { file: 'chats/tombstones.repository.ts', begin: 'delete from deletions where deleted_at', why: 'job: by age' },
  { file: 'chats/tombstones.repository.ts', begin: 'delete from withdrawn_messages where', why: 'job: by age' },
  { file: 'chats/tombstones.repository.ts', begin: 'delete from removed_memories where', why: 'job: by age' },
  { file: 'files/use-cases/sweep-files.ts', begin: '', why: 'job: deletes what nothing refers to' },
  { file: 'reports/', begin: '', why: 'an admin decides on reports of all users, by the id of the report' },
  { file: 'scoring/worker/claim-scorings.ts', begin: '', why: 'job: the queue, one for all users' },
  { file: 'shares/shares.repository.ts', begin: 'delete from shared_chats where expires_at', why: 'job: by age' },
  { file: 'shares/use-cases/read-shared-chat.ts', begin: 'select shared_chats.*', why: 'a page by its token' },
  { file: 'usage/use-cases/forget-usage.ts', begin: 'delete from usage_entries where at', why: 'job: by age' },
]

export function mayReadAllUsers(file: string, statement: string): boolean {
  const sql = statement.replaceAll('"', '').replaceAll(/\s+/g, ' ')
  return (
    file.startsWith('server/db/migrations/') ||
    allowed.some((one) => file.startsWith(`server/modules/${one.file}`) && sql.startsWith(one.begin))
  )
}
