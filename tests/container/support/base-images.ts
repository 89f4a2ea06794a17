import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'

const node = join(import.meta.dirname, '../../../node_modules/node/bin/node')
const CERTIFICATES = 'etc/ssl/certs/ca-certificates.crt'

/**
 * Debian's packages of a program that is linked with C++, and those of a shell that runs the lines of the Dockerfile.
 */
const LIBRARIES = ['libc6', 'libgcc-s1', 'libstdc++6']
const TOOLS = ['dash', 'bash', 'coreutils', 'findutils', 'sed', 'grep', 'libselinux1', 'libpcre2-8-0']
const TOOL_LIBRARIES = ['libacl1', 'libattr1', 'libgmp10', 'libtinfo6']

/** A base image to be made from a folder, with the settings of the published image of that name. */
export interface BaseImage {
  name: string
  folder: string
  env: Readonly<Record<string, string>>
  user: string
  entrypoint: readonly string[]
}

/**
 * Makes substitutes for the two base images that the Dockerfile names, for machines that reach no registry: files of
 * the machine's Debian packages and Node from the npm package. Calls `use` with the folders, then removes them.
 */
export async function withBaseImages(use: (images: readonly BaseImage[]) => Promise<void>): Promise<void> {
  const scratch = mkdtempSync('/var/tmp/companion-base-')
  try {
    const [build, run] = [join(scratch, 'build'), join(scratch, 'run')]
    makeRoot(run, LIBRARIES)
    mkdirSync(join(run, 'nodejs/bin'), { recursive: true })
    copyFileSync(node, join(run, 'nodejs/bin/node'))
    makeRoot(build, [...LIBRARIES, ...TOOLS, ...TOOL_LIBRARIES])
    addNpm(build)
    const none = { env: {}, user: '', entrypoint: [] }
    await use([
      {
        ...none,
        name: 'docker.io/library/node:24-bookworm-slim',
        folder: build,
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          // Also certificates that only this machine trusts, such as those of its proxy.
          NODE_EXTRA_CA_CERTS: `/${CERTIFICATES}`,
        },
      },
      {
        ...none,
        name: 'gcr.io/distroless/nodejs24-debian12:nonroot',
        folder: run,
        user: '65532',
        entrypoint: ['/nodejs/bin/node'],
      },
    ])
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** A root folder with the files of these packages. */
function makeRoot(folder: string, packages: readonly string[]): void {
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(join(folder, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(folder, name))
  }
  for (const name of ['dev', 'etc', 'proc', 'root', 'tmp', 'var/tmp'])
    mkdirSync(join(folder, name), { recursive: true })
  chmodSync(join(folder, 'tmp'), 0o1777)
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0:::\nnonroot:x:65532:65532::/home/nonroot:\n')
  const listed = execFileSync('dpkg', ['-L', ...packages], { encoding: 'utf8' }).split('\n')
  const files = listed.filter((path) => path.startsWith('/') && !path.startsWith('/usr/share/') && isFile(path))
  const archive = execFileSync('tar', ['--create', '--no-recursion', '--directory=/', '--files-from=-'], {
    input: files.map((path) => path.slice(1)).join('\n'),
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['--extract', '--keep-directory-symlink', `--directory=${folder}`], { input: archive })
}

/** A link counts unless it leads to a folder. */
function isFile(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false })
  return found?.isFile() === true || found?.isSymbolicLink() === true
}

function addNpm(folder: string): void {
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  const local = join(folder, 'usr/local')
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  mkdirSync(join(local, 'bin'))
  cpSync(npm, join(local, 'lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  for (const name of ['npm', 'npx']) symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(local, 'bin', name))
  copyFileSync(node, join(local, 'bin/node'))
  if (!existsSync(`/${CERTIFICATES}`)) return
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true })
  copyFileSync(`/${CERTIFICATES}`, join(folder, CERTIFICATES))
}
