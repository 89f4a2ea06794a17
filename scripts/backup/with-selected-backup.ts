import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { isArchive, withDecrypted } from './archive.ts'
import { BackupError } from './backup-error.ts'

/** Lends the backup that a command names, decrypted where it is an archive. Throws BackupError. */
export async function withSelectedBackup<T>(
  command: 'db:restore' | 'db:verify',
  { positionals, values }: { positionals: readonly string[]; values: { identity?: string | undefined } },
  use: (file: string) => Promise<T>,
): Promise<T> {
  const [selected, ...others] = positionals
  if (selected === undefined || others.length > 0)
    throw new BackupError(`name one backup: npm run ${command} -- <file>`)
  const file = resolve(selected)
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) throw new BackupError(`there is no file ${file}`)
  return isArchive(file) ? await withDecrypted(file, values.identity ?? null, use) : await use(file)
}
