import { chmodSync, existsSync, renameSync, rmSync } from 'node:fs'
import { backup, DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '#server/db/database.ts'
import { backupFile } from './backup-file.ts'

/** Copies the database as of one moment, by SQLite's own backup, and checks the copy. Returns the file. */
export async function backupSqlite(dataDir: string, chosen: string | null): Promise<string> {
  const source = sqliteFile(dataDir)
  if (!existsSync(source)) throw new Error(`there is no database in ${dataDir}`)
  const file = backupFile(dataDir, chosen, 'sqlite')
  // Only a whole and checked copy gets the name.
  const draft = `${file}.part`
  try {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
    try {
      await backup(database, draft)
    } finally {
      database.close()
    }
    check(draft)
    chmodSync(draft, 0o600)
    renameSync(draft, file)
  } finally {
    for (const left of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(left, { force: true })
  }
  return file
}

function check(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    // One file without companions, which can be put in place as it is.
    copy.exec('pragma journal_mode = delete')
    const result = copy.prepare('pragma integrity_check').get()?.integrity_check
    if (result !== 'ok') throw new Error(`the copy is damaged: ${String(result)}`)
  } finally {
    copy.close()
  }
}
