import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { buildIfOutdated } from '../../scripts/build.ts'

/**
 * `npm run test:engines`: the main journeys in Firefox and WebKit. What follows `--` goes to Vitest: `-- slow-network`.
 */
const root = join(import.meta.dirname, '../..')
const script = join(root, 'node_modules/vitest/vitest.mjs')
const args = ['run', '--config=tests/vitest.config.ts', '--project=!chaos', ...process.argv.slice(2)]

await buildIfOutdated()
const [code] = await once(spawn(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' }), 'exit')
process.exitCode = code === 0 ? 0 : 1
