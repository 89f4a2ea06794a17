import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { objectPath } from '#server/providers/files/folder-store.ts'
import { copyObject } from '../backup-objects.ts'
import { syncFolder } from '../sync-file.ts'
import { filesIn } from './files-in.ts'

export interface ObjectsCopy {
  /**
   * Copies those that are not there yet; returns how many. One that is gone belongs to data which was deleted since.
   */
  add(names: readonly string[]): number
  /** Removes all others; returns how many. */
  removeOthers(names: readonly string[]): number
}

/** Keeps a copy of a folder of objects, none of which ever changes. */
export function createObjectsCopy(from: string, to: string): ObjectsCopy {
  // Read once: afterwards nothing but this program writes there.
  const present = new Set(existsSync(to) ? filesIn(to).map((path) => basename(path)) : [])

  return {
    add(names) {
      let added = 0
      for (const name of names.filter((name) => !present.has(name))) {
        const path = objectPath(to, name)
        // Renamed when it is complete: a program that was killed leaves no part of it under the real name.
        if (!copyObject(objectPath(from, name), `${path}.part`)) continue
        renameSync(`${path}.part`, path)
        syncFolder(dirname(path))
        present.add(name)
        added += 1
      }
      return added
    },
    removeOthers(names) {
      const named = new Set(names)
      const others = [...present].filter((name) => !named.has(name))
      for (const name of others) {
        rmSync(objectPath(to, name), { force: true })
        present.delete(name)
      }
      return others.length
    },
  }
}
