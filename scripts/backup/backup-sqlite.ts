import { closeSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '#server/db/database.ts'
import { backupFile } from './backup-file.ts'

/**
 * Copies the database as of one moment and checks the copy. It holds what the tables hold and nothing that was deleted:
 * `vacuum into` writes no free pages (docs/decisions/050). Returns the file.
 */
export function backupSqlite(dataDir: string, chosen: string | null): string {
  const source = sqliteFile(dataDir)
  if ((statSync(source, { throwIfNoEntry: false })?.size ?? 0) === 0)
    throw new Error(`there is no database in ${dataDir}`)
  const file = backupFile(dataDir, chosen, 'sqlite')
  // Only a whole and checked copy gets the name.
  const draft = `${file}.part`
  const removeDraft = () => {
    for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true })
  }
  // A backup that was killed has left one, which `vacuum into` does not write over.
  removeDraft()
  try {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
    try {
      database.prepare('vacuum into ?').run(draft)
    } finally {
      database.close()
    }
    mergeSearchIndex(draft)
    check(draft)
    flush(draft)
    renameSync(draft, file)
  } finally {
    removeDraft()
  }
  return file
}

/**
 * Words of deleted messages stand in the index until its segments are merged. That moves rows between pages and frees
 * pages, which leaves copies in unused parts of pages: `vacuum` writes all of them anew.
 */
function mergeSearchIndex(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    // A copy of an older version has no index.
    if (copy.prepare(`select 1 from sqlite_master where name = 'search_words'`).get() === undefined) return
    copy.exec(`pragma secure_delete = on; insert into search_words (search_words) values ('optimize'); vacuum`)
  } finally {
    copy.close()
  }
}

function check(file: string): void {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    const result = copy.prepare('pragma integrity_check').get()?.integrity_check
    if (result !== 'ok') throw new Error(`the copy is damaged: ${String(result)}`)
  } finally {
    copy.close()
  }
}

/** `vacuum into` leaves that to the system. */
function flush(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
