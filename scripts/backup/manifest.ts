import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import * as v from 'valibot'
import { BackupError } from './backup-error.ts'

const Manifest = v.object({
  format: v.literal(1),
  engine: v.picklist(['sqlite', 'postgres']),
  createdAt: v.pipe(v.string(), v.isoTimestamp()),
  /** Of the database's copy, in hexadecimal. */
  sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  /** The number of rows of each table. */
  rows: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** What a backup contained when it was made: it is compared with what a restored copy contains. */
export type Manifest = v.InferOutput<typeof Manifest>

/** `companion.json` beside `companion.sqlite`. */
const manifestFile = (file: string): string => join(dirname(file), `${basename(file, extname(file))}.json`)

/** Writes the manifest of the backup `file`, whose content is still at `copy`, under a temporary name. */
export async function writeManifest(
  file: string,
  copy: string,
  contents: Pick<Manifest, 'engine' | 'rows'>,
): Promise<void> {
  const manifest: Manifest = {
    format: 1,
    createdAt: new Date().toISOString(),
    sha256: await sha256Of(copy),
    ...contents,
  }
  const target = manifestFile(file)
  writeFileSync(`${target}.part`, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${target}.part`, target)
}

/** Null for a backup of an older version, which has none. Throws BackupError when it is no manifest. */
export function readManifest(file: string): Manifest | null {
  const source = manifestFile(file)
  if (!existsSync(source)) return null
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Manifest), readFileSync(source, 'utf8'))
  if (!parsed.success) throw new BackupError(`${source} is damaged`)
  return parsed.output
}

/** Throws BackupError when the copy is not, byte for byte, what the manifest was written for. */
export async function checkHash(file: string, { sha256 }: Manifest): Promise<void> {
  if ((await sha256Of(file)) !== sha256)
    throw new BackupError(`${file} is damaged: its SHA-256 is not that of the backup`)
}

/** Throws BackupError that names the tables whose number of rows differs. */
export function compareRows(found: Readonly<Record<string, number>>, { rows }: Manifest): void {
  const differing = [...new Set([...Object.keys(rows), ...Object.keys(found)])]
    .filter((table) => rows[table] !== found[table])
    .map((table) => `${table} has ${found[table] ?? 'no'} rows instead of ${rows[table] ?? 'none'}`)
  if (differing.length > 0) throw new BackupError(differing.join('; '))
}

export async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}
