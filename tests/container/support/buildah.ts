import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { freePort } from '../../../scripts/free-port.ts'
import { type BaseImage, withBaseImages } from './base-images.ts'
import type { Image } from './builder.ts'
import { outputOf, runCommand } from './run-command.ts'

const TAG = 'localhost/companion-test'

const Inspected = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    Docker: v.object({
      config: v.object({
        User: v.string(),
        Env: v.array(v.string()),
        Entrypoint: v.array(v.string()),
        Cmd: v.array(v.string()),
        WorkingDir: v.string(),
        Healthcheck: v.object({ Test: v.array(v.string()) }),
      }),
    }),
  }),
)

/**
 * What an engine does for `--read-only --tmpfs /tmp -v …:/data`, in a mount namespace of its own. Arguments: root,
 * data, working folder, user, then the command.
 */
const ENTER = `set -e
root=$1 data=$2 folder=$3 user=$4
shift 4
mount --make-rprivate /
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount --bind "$data" "$root/data"
mount -o remount,bind,ro "$root"
exec unshare --root="$root" --wd="$folder" --setgid="$user" --setuid="$user" -- "$@"`

/**
 * Builds the Dockerfile with buildah, without a daemon, and starts it in namespaces of its own. Needs root. The store
 * is on the disk: the temporary folder of the tests may be in memory.
 */
export async function buildWithBuildah(root: string): Promise<Image> {
  const folder = mkdtempSync('/var/tmp/companion-image-')
  const stores = [`--root=${join(folder, 'store')}`, `--runroot=${join(folder, 'run')}`, '--storage-driver=vfs']
  const buildah = (...args: string[]) => outputOf('buildah', [...stores, ...args])
  const remove = async () => {
    await runCommand('buildah', [...stores, 'rm', '--all'])
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    if (!(await isFetched(stores))) await withBaseImages((images) => makeImages(buildah, images))
    await buildah('build', '--isolation=chroot', '--pull-never', '--format=docker', '--quiet', `--tag=${TAG}`, root)
    const { config } = v.parse(Inspected, await buildah('inspect', '--type=image', TAG)).Docker
    const container = await buildah('from', '--pull-never', TAG)
    const mounted = await buildah('mount', container)
    for (const name of ['dev', 'proc', 'tmp']) mkdirSync(join(mounted, name), { recursive: true })
    return {
      healthCheck: config.Healthcheck.Test.slice(1),
      size: Number((await outputOf('du', ['--summarize', '--bytes', mounted])).split('\t')[0]),
      async start(env) {
        const data = mkdtempSync(join(folder, 'data-'))
        chownSync(data, Number(config.User), Number(config.User))
        const port = await freePort()
        const settings = Object.entries({ ...env, PORT: String(port) }).map(([name, value]) => `${name}=${value}`)
        const inside = (command: readonly string[]) => [
          ...['-i', ...config.Env, ...settings, 'PATH=/usr/sbin:/usr/bin:/sbin:/bin'],
          ...['unshare', '--mount', 'sh', '-c', ENTER, 'sh', mounted, data, config.WorkingDir, config.User],
          ...command,
        ]
        const server = spawn('env', inside([...config.Entrypoint, ...config.Cmd]), {
          stdio: ['ignore', 'inherit', 'inherit'],
        })
        const ended = once(server, 'exit')
        return {
          address: `http://127.0.0.1:${port}`,
          exec: (command) => runCommand('env', inside(command)),
          async stop() {
            server.kill('SIGTERM')
            return (await ended)[0] as number | null
          },
        }
      },
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Whether a registry could be reached and the images that the Dockerfile names are here now. */
async function isFetched(stores: readonly string[]): Promise<boolean> {
  const names = ['docker.io/library/node:24-bookworm-slim', 'gcr.io/distroless/nodejs24-debian12:nonroot']
  for (const name of names)
    if ((await runCommand('buildah', [...stores, 'pull', '--quiet', name])).code !== 0) return false
  return true
}

async function makeImages(
  buildah: (...args: string[]) => Promise<string>,
  images: readonly BaseImage[],
): Promise<void> {
  for (const { name, folder, env, user, entrypoint } of images) {
    const container = await buildah('from', 'scratch')
    await buildah('copy', '--quiet', container, folder, '/')
    for (const [key, value] of Object.entries(env)) await buildah('config', `--env=${key}=${value}`, container)
    if (user !== '') await buildah('config', `--user=${user}`, container)
    if (entrypoint.length > 0) await buildah('config', '--entrypoint', JSON.stringify(entrypoint), container)
    await buildah('commit', '--quiet', container, name)
    await buildah('rm', container)
  }
}
