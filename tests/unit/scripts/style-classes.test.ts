import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findClassProblems } from '../../../scripts/check/style-classes.ts'

/** What the check says of a repository that holds these files. */
async function check(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'classes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return findClassProblems(folder)
}

const css = '/* .old */ .bar { color: red } .bar > .label:hover { background: url(/a.svg) } :global(.app) .bar {}'
const component = (body: string, path = './a.module.css') => `import styles from '${path}'\n${body}`

describe('the check of classes', () => {
  it('accepts a style sheet of which each class is read, in any of its importers', async () => {
    const files = {
      'src/ui/a.module.css': css,
      'src/ui/a.tsx': component('<p className={styles.bar} />'),
      'src/lib/b.tsx': component('<p className={styles.label} />', '#ui/a.module.css'),
    }
    expect(await check(files)).toEqual([])
  })

  it('reports a class that the style sheet does not have', async () => {
    const files = { 'src/ui/a.module.css': css, 'src/ui/a.tsx': component('styles.bar, styles.label, styles.text') }
    expect(await check(files)).toEqual(['src/ui/a.tsx: src/ui/a.module.css has no class "text"'])
  })

  it('reports a class that nothing reads', async () => {
    const files = { 'src/ui/a.module.css': css, 'src/ui/a.tsx': component('styles.bar') }
    expect(await check(files)).toEqual(['src/ui/a.module.css: nothing uses "label"'])
  })

  it('reports a rule that styles the root element by what is inside of it', async () => {
    for (const selector of ['html:has(.bar)', ':root:has(.bar)', ':global(html):has(> .bar)', 'body.wide:has(.bar)']) {
      const sheet = `${css} ${selector} { color: red }`
      const problems = await check({ 'src/ui/a.module.css': sheet, 'src/ui/a.tsx': component('styles[kind]') })
      expect(problems).toEqual([expect.stringMatching(/:has\(.*\.bar\)" is slow, set an attribute instead$/)])
    }
    const inside = { 'src/ui/a.module.css': `${css} .bar:has(.label) {}`, 'src/ui/a.tsx': component('styles[kind]') }
    expect(await check(inside)).toEqual([])
  })

  it('takes a style sheet that is read by computed names for used, and reports its missing classes', async () => {
    const files = { 'src/ui/a.module.css': css, 'src/ui/a.tsx': component('styles[kind], styles.text') }
    expect(await check(files)).toEqual(['src/ui/a.tsx: src/ui/a.module.css has no class "text"'])
  })
})
