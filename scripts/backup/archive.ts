import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { create as createTar, extract } from 'tar'
import { requireSpace } from '#server/storage/require-space.ts'
import { BackupError } from './backup-error.ts'
import { backupFile } from './backup-file.ts'
import { syncFolder } from './sync-file.ts'
import { withTemporaryFolder } from './with-temporary-folder.ts'

const ENDING = '.tar.age'

export const isArchive = (file: string): boolean => file.endsWith(ENDING)

/** The path of an encrypted backup: `selected` with its own ending, else as `backupFile` names it. Overwrites no file. */
export function archiveFile(dataDir: string, selected: string | null): string {
  const named =
    selected === null || isArchive(selected)
      ? selected
      : `${join(dirname(selected), basename(selected, extname(selected)))}${ENDING}`
  return backupFile(dataDir, named, ENDING.slice(1))
}

/**
 * Packs the backup that `make` writes to the path it gets, with its manifest and its objects, into the file `archive`,
 * which only the owner of the recipient's identity can read (https://age-encryption.org). Until then the backup is in a
 * folder with the name of an unfinished one, so that a copy that was not encrypted never counts as a backup. Throws
 * SpaceError, and what `make` throws.
 */
export async function makeArchive(
  archive: string,
  recipient: string,
  extension: 'sqlite' | 'dump',
  make: (file: string) => Promise<unknown>,
): Promise<void> {
  const create = () => {
    const folder = `${archive}.part`
    // A killed backup may have left it.
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { mode: 0o700 })
    return folder
  }
  await withTemporaryFolder(create, async (folder) => {
    await make(join(folder, `${basename(archive, ENDING)}.${extension}`))
    requireSpace(dirname(archive), sizeOf(folder), 'encrypting it')
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const pack = createTar({ cwd: folder, portable: true }, readdirSync(folder))
    const encrypted = await encrypter.encrypt(toWeb(Readable.from(pack)))
    const draft = join(folder, basename(archive))
    await pipeline(fromWeb(encrypted), createWriteStream(draft, { mode: 0o600, flush: true }))
    renameSync(draft, archive)
    syncFolder(dirname(archive))
  })
}

/**
 * Lends the path of the backup that the archive contains, decrypted into a temporary folder beside it, which is removed
 * again. `identityFile` has the identity, as age-keygen writes it. Throws BackupError.
 */
export async function withDecrypted<T>(
  archive: string,
  identityFile: string | null,
  use: (file: string) => Promise<T>,
): Promise<T> {
  if (identityFile === null) throw new BackupError(`${archive} is encrypted; name its key: --identity <file>`)
  return await withTemporaryFolder(
    () => mkdtempSync(join(dirname(archive), '.decrypted-')),
    async (folder) => {
      const decrypter = new Decrypter()
      for (const identity of readIdentities(identityFile)) decrypter.addIdentity(identity)
      try {
        const decrypted = await decrypter.decrypt(toWeb(createReadStream(archive)))
        await pipeline(fromWeb(decrypted), extract({ cwd: folder, strict: true }))
      } catch (error) {
        throw new BackupError(`${archive} is damaged, or was not made for the key in ${identityFile}`, { cause: error })
      }
      const database = readdirSync(folder).find((name) => ['.sqlite', '.dump'].includes(extname(name)))
      if (database === undefined) throw new BackupError(`${archive} contains no backup`)
      return await use(join(folder, database))
    },
  )
}

const sizeOf = (folder: string): number =>
  readdirSync(folder, { recursive: true }).reduce((sum, name) => sum + statSync(join(folder, String(name))).size, 0)

function readIdentities(file: string): string[] {
  const identities = readFileSync(file, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (identities.length === 0) throw new BackupError(`${file} contains no key that begins with AGE-SECRET-KEY-`)
  return identities
}

// The types of Node's web streams and those of the platform differ only in the types of buffers.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as ReadableStream<Uint8Array>
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as Parameters<typeof Readable.fromWeb>[0])
