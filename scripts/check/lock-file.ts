import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'

const Entry = v.looseObject({
  version: v.optional(v.string()),
  dev: v.optional(v.boolean()),
  optionalDependencies: v.optional(v.record(v.string(), v.string())),
})
const LockFile = v.looseObject({ packages: v.record(v.string(), Entry) })
type Packages = v.InferOutput<typeof LockFile>['packages']

const exact = /^\d+\.\d+\.\d+$/
const systems = ['android', 'darwin', 'freebsd', 'openbsd', 'openharmony', 'linux', 'win32']
const processors = ['arm64', 'x64', 'ia32', 'ppc64', 's390x', 'riscv64', 'loong64', 'wasm32', 'arm']

/**
 * Programs for other machines that package-lock.json has lost, by their place in it. npm drops them when it
 * installs beside an existing node_modules (npm/cli#4828), and then `npm ci` refuses the file everywhere.
 */
export function findLostPackages(packages: Packages): Packages {
  const lost: Packages = {}
  for (const [place, { optionalDependencies = {}, dev }] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const found = findPlace(packages, place, name)
      if (!exact.test(version) || (found && packages[found]?.version === version)) continue
      lost[`${found ? `${place}/` : ''}node_modules/${name}`] = entry(name, version, dev === true)
    }
  }
  return lost
}

export async function findLockProblems(root: string): Promise<string[]> {
  const { packages } = await readLock(root)
  const lost = Object.keys(findLostPackages(packages))
  return lost.length === 0 ? [] : ['Run `node scripts/complete-lock.ts`: package-lock.json has lost', ...lost]
}

/** Writes what is lost back; returns how many. */
export async function completeLock(root: string): Promise<number> {
  const { packages, ...rest } = await readLock(root)
  const lost = findLostPackages(packages)
  const sorted = Object.entries({ ...packages, ...lost }).sort(([a], [b]) => (a < b ? -1 : 1))
  const text = JSON.stringify({ ...rest, packages: Object.fromEntries(sorted) }, null, 2)
  if (Object.keys(lost).length > 0) await writeFile(lockPath(root), `${text}\n`)
  return Object.keys(lost).length
}

const lockPath = (root: string) => join(root, 'package-lock.json')

async function readLock(root: string) {
  return v.parse(LockFile, JSON.parse(await readFile(lockPath(root), 'utf8')))
}

/** As Node looks for a package: in the place itself, then in each folder above. */
function findPlace(packages: Packages, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const candidate = `${place ? `${place}/` : ''}node_modules/${name}`
    if (packages[candidate]) return candidate
    if (place === '') return undefined
  }
}

/** The machine is in the name; without `os` and `cpu` npm would install it here. */
function entry(name: string, version: string, dev: boolean): Packages[string] {
  const file = name.slice(name.indexOf('/') + 1)
  const words = file.split('-')
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.find((processor) => words.includes(processor)) ?? 'arm'
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  return {
    version,
    resolved: `https://registry.npmjs.org/${name}/-/${file}-${version}.tgz`,
    cpu: [cpu],
    ...(dev ? { dev } : {}),
    ...(os.includes('linux') ? { libc: [libc] } : {}),
    optional: true,
    ...(os.length > 0 ? { os } : {}),
  }
}
