import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readBuildRecord, writeBuildRecord } from './build-record.ts'
import { filesBelow } from './source-stamp.ts'

/**
 * A page that was opened before an update still requests the assets of its build, and a running server those of its
 * own.
 */
const KEPT_BUILDS = 3

/** The entry files, from which users get all others: with them they switch to the new build, so they come last. */
const entryFiles = /\.html(?:\.|$)|^sw\.js|^main\.js$/

/**
 * Moves a finished build into its folder while a server may be serving the previous one: each file is replaced
 * atomically, assets first, the entry files last; assets of the last builds stay.
 */
export async function publish(built: string, dist: string, stamp: string): Promise<void> {
  const files = await filesBelow(built, '.')
  const previous = (await readBuildRecord(dist))?.builds ?? []
  const isEntryFile = (file: string) => entryFiles.test(file)
  for (const file of [...files.filter((file) => !isEntryFile(file)), ...files.filter(isEntryFile)]) {
    await replace(join(built, file), join(dist, file))
  }

  const others = previous.filter((build) => !sameFiles(build, files))
  const builds = [files, ...others].slice(0, KEPT_BUILDS)
  const retained = new Set([...files, ...builds.flat().filter((file) => file.startsWith('assets/'))])
  for (const file of await filesBelow(dist, '.')) {
    if (!retained.has(file) && file !== '.build.json') await rm(join(dist, file))
  }
  await writeBuildRecord(dist, { stamp, builds })
}

function sameFiles(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((file, index) => file === b[index])
}

async function replace(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  const half = `${to}.${process.pid}.new`
  await copyFile(from, half)
  await rename(half, to)
}
