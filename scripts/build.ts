import { access, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buildInChildProcess } from './build/build-in-child-process.ts'
import { readBuildRecord } from './build/build-record.ts'
import { compressBelow } from './build/compress.ts'
import { publish } from './build/publish.ts'
import { appSources, serverSources, sourceStamp } from './build/source-stamp.ts'

const root = join(import.meta.dirname, '..')

/** What is built of the repository. */
interface Target {
  /** The folder of its files. */
  folder: string
  /** The files and folders, relative to the root, that make another build when they change. */
  sources: readonly string[]
  /** Writes all files into an empty folder. */
  write(folder: string): Promise<void>
}

const targets = {
  app: { folder: join(root, 'dist'), sources: appSources, write: writeApp },
  server: { folder: join(root, 'dist-server'), sources: serverSources, write: writeServer },
} satisfies Record<string, Target>
export type TargetName = keyof typeof targets
export const targetNames: readonly TargetName[] = ['app', 'server']

export const distFolder = targets.app.folder
export const serverProgram = join(targets.server.folder, 'main.js')

async function writeApp(folder: string): Promise<void> {
  const vite = await import('vite')
  await vite.build({ root, logLevel: 'warn', build: { outDir: folder, emptyOutDir: true } })
  await compressBelow(folder)
}

async function writeServer(folder: string): Promise<void> {
  const { bundleServer } = await import('./build/server-bundle.ts')
  await bundleServer(root, folder)
}

/** Builds into `dist` or `dist-server`; resolves when all files are in place. */
export async function build(name: TargetName): Promise<void> {
  const { folder, sources, write } = targets[name]
  const stamp = await sourceStamp(root, sources)
  const next = join(root, '.cache', `build-${name}-${process.pid}`)
  try {
    await write(next)
    await publish(next, folder, stamp)
  } finally {
    await rm(next, { recursive: true, force: true })
  }
}

/** Whether there is a build of the present sources. */
export async function isBuilt(name: TargetName): Promise<boolean> {
  const { folder, sources } = targets[name]
  const record = await readBuildRecord(folder)
  return record !== undefined && record.stamp === (await sourceStamp(root, sources))
}

/**
 * Builds each target whose build is missing or outdated. Without the build tools, existing builds are used as they are.
 */
export async function buildIfOutdated(say: (line: string) => void = console.log): Promise<void> {
  const built = await Promise.all(targetNames.map(isBuilt))
  const missing = targetNames.filter((_, index) => !built[index])
  if (missing.length === 0) return
  const isFirst = (await readBuildRecord(distFolder)) === undefined
  if (!isFirst && !(await hasTools())) return
  const what = missing.join(' and the ')
  say(isFirst ? `Building the ${what}…` : `The sources have changed: building the ${what}…`)
  const started = performance.now()
  await buildInChildProcess(missing)
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
  const selected = process.argv.slice(2)
  const unknown = selected.find((name) => !targetNames.some((known) => known === name))
  if (unknown !== undefined)
    throw new Error(`unknown build target ${unknown}; the targets are ${targetNames.join(' and ')}`)
  const names = targetNames.filter((name) => selected.length === 0 || selected.includes(name))
  for (const name of names) await build(name)
  console.log(`Built the ${names.join(' and the ')} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
