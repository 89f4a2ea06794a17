import { spawnSync } from 'node:child_process'
import { buildWithBuildah } from './buildah.ts'
import { buildWithDocker } from './docker.ts'

/** A command that has ended. */
export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Container {
  /** Where it listens on this machine. */
  address: string
  /** Runs a program in it, as its user, as `docker exec` does. */
  exec(command: readonly string[]): Promise<Ended>
  /** Stops it by SIGTERM; returns its exit code. */
  stop(): Promise<number | null>
}

export interface Image {
  /** The command of its health check. */
  healthCheck: readonly string[]
  /** Bytes of its files. */
  size: number
  /** Starts it with a read-only root, a temporary folder in memory and a volume for its data. */
  start(env: Readonly<Record<string, string>>): Promise<Container>
  remove(): Promise<void>
}

interface Builder {
  name: string
  build(root: string): Promise<Image>
}

const runs = (program: string, ...args: string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0

/**
 * What can build images here: an engine of Docker that answers, else buildah, which needs root; undefined for nothing.
 */
export function findBuilder(): Builder | undefined {
  if (runs('docker', 'info', '--format', '{{.ServerVersion}}') && runs('docker', 'ps'))
    return { name: 'Docker', build: buildWithDocker }
  if (process.getuid?.() === 0 && runs('buildah', '--version')) return { name: 'buildah', build: buildWithBuildah }
  return undefined
}
