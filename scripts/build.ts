import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildApart } from './build/build-in-child-process.ts'
import { readBuildRecord } from './build/build-record.ts'
import { compressBelow } from './build/compress.ts'
import { publish } from './build/publish.ts'
import { sourceStamp } from './build/source-stamp.ts'

const root = join(import.meta.dirname, '..')
export const distFolder = join(root, 'dist')

/** Builds the app into `dist`; resolves when all files are in place. */
export async function build(): Promise<void> {
  const stamp = await sourceStamp(root)
  const next = join(root, '.cache', `build-${process.pid}`)
  try {
    const vite = await import('vite')
    await vite.build({ root, logLevel: 'warn', build: { outDir: next, emptyOutDir: true } })
    await compressBelow(next)
    await publish(next, distFolder, stamp)
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

/** Builds when there is no build, or one of other sources. An installation without the build tools keeps its build. */
export async function buildIfMissing(say: (line: string) => void = console.log): Promise<void> {
  const record = await readBuildRecord(distFolder)
  if (record && (record.stamp === (await sourceStamp(root)) || !(await hasTools()))) return
  say(record ? 'The sources have changed: building the app…' : 'Building the app…')
  const started = performance.now()
  await buildApart()
  say(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function hasTools(): Promise<boolean> {
  return access(join(root, 'node_modules/vite')).then(
    () => true,
    () => false,
  )
}

if (import.meta.main) {
  const started = performance.now()
  await build()
  console.log(`Built into dist/ in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
