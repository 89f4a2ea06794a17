import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { BackupError } from '../backup-error.ts'
import { objectsFolder } from '../backup-objects.ts'
import { syncFile, syncFolder } from '../sync-file.ts'
import { createObjectsCopy } from './copy-objects.ts'

/** All pages in one step, which reads one state: otherwise each commit of the server would begin the copy anew. */
const PAGES_PER_STEP = 0x7fffffff

interface Copied {
  /** Bytes of the database. */
  bytes: number
  /** Objects that were copied, and those that were removed because no row names them any more. */
  added: number
  removed: number
}

export interface SqliteCopy {
  /** Copies the present state; null when nothing was committed since the last call. Throws BackupError. */
  refresh(): Promise<Copied | null>
  close(): void
}

/**
 * Keeps one copy of a SQLite database that a server is writing to, and of its objects; `filesFolder` is null when they
 * are elsewhere. The copy is written beside the earlier one, synchronised and renamed over it: whenever a process or
 * the machine stops, the file is one whole state. Writers do not wait for it.
 */
export function openSqliteCopy(source: string, filesFolder: string | null, file: string): SqliteCopy {
  let opened = openSource(source)
  const objects = filesFolder === null ? null : createObjectsCopy(filesFolder, objectsFolder(file))
  const draft = `${file}.part`
  const removeDraft = () => {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(`${draft}${end}`, { force: true })
  }
  let copiedVersion: number | undefined

  return {
    async refresh() {
      if (inodeOf(source) !== opened.inode) {
        // A restored database is in its place. When it cannot be opened, the next call finds the old one still open.
        const restored = openSource(source)
        opened.database.close()
        opened = restored
        copiedVersion = undefined
      }
      const { database } = opened
      // Read first: what is committed while the copy is made is noticed by the next call.
      const version = Number(database.prepare('pragma data_version').get()?.data_version)
      if (version === copiedVersion) return null
      if (countUsers(database) === 0 && existsSync(file) && countUsersIn(file) > 0)
        throw new BackupError(`${source} has no users, and ${file}, which has some, was left as it is`)
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
      removeDraft()
      try {
        await backup(database, draft, { rate: PAGES_PER_STEP })
        const { names, bytes } = finish(draft)
        syncFile(draft)
        // Before the rename: an object that a row of the copy names is there with it.
        const added = objects?.add(names) ?? 0
        renameSync(draft, file)
        syncFolder(dirname(file))
        copiedVersion = version
        return { bytes, added, removed: objects?.removeOthers(names) ?? 0 }
      } finally {
        removeDraft()
      }
    },
    close: () => opened.database.close(),
  }
}

function openSource(file: string): { database: DatabaseSync; inode: number } {
  const inode = inodeOf(file)
  return { database: new DatabaseSync(file, { readOnly: true, timeout: 5000 }), inode }
}

function inodeOf(file: string): number {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) throw new BackupError(`there is no database ${file}`)
  return found.ino
}

/**
 * Makes the copy one file for whoever opens it, without a write-ahead log beside it, and reads which objects it names.
 */
function finish(draft: string): { names: string[]; bytes: number } {
  const copy = new DatabaseSync(draft)
  try {
    copy.exec('pragma journal_mode = delete')
    const size = copy.prepare('select page_count * page_size as bytes from pragma_page_count, pragma_page_size').get()
    const rows = copy.prepare('select name from stored_objects').all()
    return { names: rows.map(({ name }) => String(name)), bytes: Number(size?.bytes) }
  } finally {
    copy.close()
  }
}

const countUsers = (database: DatabaseSync): number =>
  Number(database.prepare('select count(*) as n from users').get()?.n)

function countUsersIn(file: string): number {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    return countUsers(copy)
  } finally {
    copy.close()
  }
}
