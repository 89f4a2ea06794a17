import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const BuildRecord = v.object({
  /** The hash of the sources of the newest build (`sourceStamp`). */
  stamp: v.string(),
  /** The files of each build that `dist` has, newest build first, as paths relative to `dist`. */
  builds: v.array(v.array(v.string())),
})
export type BuildRecord = v.InferOutput<typeof BuildRecord>

const fileName = '.build.json'

/** Undefined when `dist` has no complete build, because a build writes its record last. */
export async function readBuildRecord(dist: string): Promise<BuildRecord | undefined> {
  try {
    const parsed = v.safeParse(BuildRecord, JSON.parse(await readFile(join(dist, fileName), 'utf8')))
    return parsed.success ? parsed.output : undefined
  } catch (error) {
    if (error instanceof SyntaxError || (error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      return undefined
    throw error
  }
}

export async function writeBuildRecord(dist: string, record: BuildRecord): Promise<void> {
  await writeFile(join(dist, fileName), JSON.stringify(record))
}
