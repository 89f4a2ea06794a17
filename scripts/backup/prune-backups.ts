import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** Only names that `backupFile` gives: a backup that somebody named is never removed. */
const pattern =
  /^companion-(\d{4}-\d\d-\d\d)T(\d\d-\d\d-\d\d)Z\.(sqlite|dump|json|files|tar\.age)(\.part(?:-journal)?)?$/
const UNFINISHED_MS = 24 * 3_600_000

/**
 * Removes all but the newest `copies` backups in the folder, and what killed backups have left a day ago or earlier.
 * Returns how many backups were removed.
 */
export function pruneBackups(folder: string, copies: number, now: number): number {
  // The first backup may have failed before it made the folder.
  if (!existsSync(folder)) return 0
  const entries = readdirSync(folder).flatMap((name) => {
    const [, day, time, kind = '', part] = pattern.exec(name) ?? []
    if (!day || !time) return []
    const madeAt = Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
    // The copy of the database gets its name last, so without it the files and the manifest are of a killed backup.
    const isWhole = part === undefined && ['sqlite', 'dump', 'tar.age'].includes(kind)
    return [{ name, madeAt, isPart: part !== undefined, isWhole }]
  })
  const complete = new Set(entries.filter(({ isWhole }) => isWhole).map(({ madeAt }) => madeAt))
  const ended = new Set([...complete].sort((one, other) => other - one).slice(copies))
  for (const { name, madeAt, isPart } of entries) {
    if (isPart || !complete.has(madeAt) ? now - madeAt > UNFINISHED_MS : ended.has(madeAt))
      rmSync(join(folder, name), { recursive: true, force: true })
  }
  return ended.size
}
