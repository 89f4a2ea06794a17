import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const TERMS_MAX = 40

describe('the glossary of docs/architecture.md', () => {
  it('has at most 40 terms, in alphabetical order', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../docs/architecture.md'), 'utf8')
    const glossary = text.slice(text.indexOf('\n## Glossary\n'))
    const terms = [...glossary.matchAll(/^\| ([^|]+) \|[^|]+\| `/gm)].map(([, term]) => term)
    expect(terms.length).toBeGreaterThan(0)
    expect(terms.length).toBeLessThanOrEqual(TERMS_MAX)
    expect(terms).toEqual(terms.toSorted())
  })
})
