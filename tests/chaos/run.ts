import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildIfOutdated } from '../../scripts/build.ts'

/**
 * `npm run test:chaos`: all random faults and the other fault tests, then the outbox property 10,000 times. `-- --seed
 * N` repeats a run's faults, `-- --share 0.25` runs a quarter of them.
 */
const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({ options: { seed: { type: 'string' }, share: { type: 'string' } } })
const seed = values.seed ?? String(Date.now() % 2 ** 31)
if (!/^\d{1,10}$/.test(seed)) throw new Error('--seed must be a whole number')

async function vitest(args: string[], env: Record<string, string>): Promise<boolean> {
  const script = join(root, 'node_modules/vitest/vitest.mjs')
  const all = { ...process.env, NODE_ENV: 'test', ...env }
  const child = spawn(process.execPath, [script, 'run', ...args], { cwd: root, stdio: 'inherit', env: all })
  const [code] = await once(child, 'exit')
  return code === 0
}

await buildIfOutdated()
console.log(`chaos: --seed ${seed}`)
const faults = await vitest(['--config=tests/vitest.config.ts', '--project=chaos'], {
  CHAOS_LONG: '1',
  CHAOS_SEED: seed,
  CHAOS_SHARE: values.share ?? '1',
})
const outbox = await vitest(['--project', 'unit', 'tests/unit/offline/outbox/outbox-property.test.ts'], {
  OUTBOX_RUNS: '10000',
  SEED: seed,
})
console.log(`chaos: --seed ${seed} brings the same faults again`)
process.exitCode = faults && outbox ? 0 : 1
