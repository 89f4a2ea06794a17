import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'

const folder = join(import.meta.dirname, '../../support')

describe('the README of tests/support', () => {
  it('names every file of the folder, and no file that does not exist', async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    const text = await readFile(join(folder, 'README.md'), 'utf8')
    const named = [...text.matchAll(/`(?:#support\/)?([\w./-]+\/[\w.-]+\.(?:tsx?|json))`/g)].flatMap(
      ([, name]) => name ?? [],
    )
    const supportFiles = named.filter((name) => !name.startsWith('tests/'))
    expect([...new Set(supportFiles)].sort()).toEqual(files.sort())
  })
})
