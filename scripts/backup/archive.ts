import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Decrypter, Encrypter } from 'age-encryption'
import { create, extract } from 'tar'
import { BackupError } from './backup-error.ts'
import { objectsFolder } from './backup-objects.ts'
import { manifestFile } from './manifest.ts'

const ENDING = '.tar.age'

export const isArchive = (file: string): boolean => file.endsWith(ENDING)

/**
 * Packs the backup `file`, its manifest and its objects into one encrypted file beside it, which only the owner of the
 * recipient's identity can read (https://age-encryption.org), and removes them. Returns the file's path.
 */
export async function encryptBackup(file: string, recipient: string): Promise<string> {
  const folder = dirname(file)
  const archive = join(folder, `${basename(file, extname(file))}${ENDING}`)
  const draft = `${archive}.part`
  const sources = [file, manifestFile(file), objectsFolder(file)].filter((path) => existsSync(path))
  try {
    const encrypter = new Encrypter()
    encrypter.addRecipient(recipient)
    const pack = create(
      { cwd: folder, portable: true },
      sources.map((path) => basename(path)),
    )
    const encrypted = await encrypter.encrypt(toWeb(Readable.from(pack)))
    await pipeline(fromWeb(encrypted), createWriteStream(draft, { mode: 0o600, flush: true }))
    renameSync(draft, archive)
  } finally {
    rmSync(draft, { force: true })
  }
  for (const source of sources) rmSync(source, { recursive: true })
  return archive
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
  const folder = mkdtempSync(join(dirname(archive), '.decrypted-'))
  try {
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
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
