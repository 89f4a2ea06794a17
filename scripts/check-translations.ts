import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runStep } from './check/run-step.ts'

const root = join(import.meta.dirname, '..')
const locales = join(root, 'src/i18n/locales')

/** Checks that the catalogs contain exactly the app's messages and that every language has all translations. */
const steps = [
  { name: 'catalogs are as `npm run i18n:extract` leaves them', command: ['check', 'sync', '--clean', '--verbose'] },
  { name: 'every message is translated', command: ['check', 'missing', '--mode', 'catalog', '--verbose'] },
]

let failed = false
for (const { name, command } of steps) {
  const { passed, output } = await runStep({ name, run: ['lingui', ...command] })
  if (!passed) console.log(`${name}: no\n${output.trimEnd()}`)
  failed ||= !passed
}
for (const file of await readdir(locales)) {
  // A fuzzy translation is displayed like any other, so only this check finds it.
  const doubtful = (await readFile(join(locales, file), 'utf8')).match(/^#, .*\bfuzzy\b/gm)?.length ?? 0
  if (doubtful > 0) console.log(`${file}: ${doubtful} marked fuzzy`)
  failed ||= doubtful > 0
}
process.exitCode = failed ? 1 : 0
