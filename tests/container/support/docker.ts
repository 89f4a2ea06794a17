import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { freePort } from '../../../scripts/free-port.ts'
import type { Image } from './builder.ts'
import { outputOf, runCommand } from './run-command.ts'

const Inspected = v.pipe(
  v.string(),
  v.parseJson(),
  v.tuple([v.object({ Size: v.number(), Config: v.object({ Healthcheck: v.object({ Test: v.array(v.string()) }) }) })]),
)

/** Builds the Dockerfile with an engine of Docker, which fetches the images that it names. */
export async function buildWithDocker(root: string): Promise<Image> {
  const tag = `companion-test-${randomUUID().slice(0, 8)}`
  const started: string[] = []
  await outputOf('docker', ['build', '--quiet', '--tag', tag, root])
  const [{ Size, Config }] = v.parse(Inspected, await outputOf('docker', ['image', 'inspect', tag]))
  return {
    size: Size,
    healthCheck: Config.Healthcheck.Test.slice(1),
    async start(env) {
      const port = await freePort()
      const settings = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`])
      const place = ['--read-only', '--tmpfs', '/tmp', '--publish', `127.0.0.1:${port}:3000`, '--volume', '/data']
      const id = await outputOf('docker', ['run', '--detach', ...place, ...settings, tag])
      started.push(id)
      return {
        address: `http://127.0.0.1:${port}`,
        exec: (command) => runCommand('docker', ['exec', id, ...command]),
        async stop() {
          await outputOf('docker', ['stop', '--time', '30', id])
          return Number(await outputOf('docker', ['inspect', '--format', '{{.State.ExitCode}}', id]))
        },
      }
    },
    async remove() {
      for (const id of started) await outputOf('docker', ['rm', '--force', '--volumes', id])
      await outputOf('docker', ['image', 'rm', '--force', tag])
    },
  }
}
