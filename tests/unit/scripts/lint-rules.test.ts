import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const root = join(import.meta.dirname, '../../..')

/** The lines of `code` that our own lint rules reject, counted from 1. */
async function findRefusedLines(code: readonly string[]): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lint-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const plugin = join(root, 'scripts/check/no-effect-in-optional-call.grit')
  await writeFile(join(folder, 'biome.json'), JSON.stringify({ root: true, plugins: [plugin] }))
  await writeFile(join(folder, 'code.ts'), code.join('\n'))
  const output = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'lint', '--only=plugin', '--reporter=github', '.'],
      { cwd: folder },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    )
  })
  return [...output.matchAll(/line=(\d+)/g)].map(([, line]) => Number(line)).sort((a, b) => a - b)
}

describe('the lint rule on optional calls', () => {
  it('rejects arguments with a side effect, which are not evaluated when there is nothing to call', async () => {
    const code = [
      'listener?.(await save())',
      'listener?.(save())',
      'object?.method(1, save())',
      'find(1)?.method(save())',
      'listener?.((count = 2))',
      'listener?.(count++)',
      'listener?.(new Store())',
    ]
    expect(await findRefusedLines(code)).toEqual([1, 2, 3, 4, 5, 6, 7])
  })

  it('allows values, functions, and arguments of calls that are always made', async () => {
    const code = [
      'listener?.(value)',
      'listener?.(() => save())',
      'save(listener?.(value))',
      'save(object?.field, load())',
      'save(await load())',
    ]
    expect(await findRefusedLines(code)).toEqual([])
  })
})
