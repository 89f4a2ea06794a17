import type { Restored } from './restore.ts'

/** What a restore did and found, one line each; `bucket` is where files are, if not in the data folder. */
export function describeRestored(restored: Restored, bucket: string | null): string {
  const { rows, compared, copied, missing, replaced, former: others } = restored
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const tables = Object.keys(rows).length
  const lines = [
    `Restored ${total} rows in ${tables} tables, ${rows.users ?? 0} users, ${rows.messages ?? 0} messages.`,
    compared
      ? 'The number of rows of each table is that of the backup.'
      : 'Not compared: the backup has no list of its rows, because an older version made it.',
  ]
  if (bucket !== null) lines.push(`Files of messages are in the bucket ${bucket}, of which a backup has no copy.`)
  else if (copied + missing.length > 0)
    lines.push(`Copied ${copied} objects; ${missing.length} were not in the backup.`)
  const former = replaced?.endsWith('-wal') ? 'write-ahead log of the former database' : 'former database'
  if (replaced !== null) lines.push(`The ${former} is ${replaced}; remove it when you no longer need it.`)
  if (others !== null)
    lines.push(`${others.count} objects of the former database are in ${others.folder}; remove them with it.`)
  return lines.join('\n')
}
