import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDecisionProblems } from '../../../scripts/check/decisions.ts'

function record(
  number: string,
  title: string,
  { lines = '', status = 'accepted', end = '## Consequences\n' } = {},
): string {
  return `# ${number}. ${title}\n\n- Date: 2026-11-22\n- Status: ${status}\n${lines}\n## Context\n\n## Decision\n\n${end}`
}

/** What the check says of these records; the index names each file with its title and status. */
async function check(records: Readonly<Record<string, string>>, index?: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'decisions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'docs/decisions'), { recursive: true })
  const rows = Object.entries(records).map(([name, text]) => {
    const title = /^# \d+\. (.*)$/m.exec(text)?.[1]
    return `| [${name.slice(0, 3)}](${name}) | ${title} | ${/Status: (.*)$/m.exec(text)?.[1]} | A line. |`
  })
  const files = { ...records, 'README.md': index ?? rows.join('\n') }
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, 'docs/decisions', name), text)
  return findDecisionProblems(folder)
}

describe('the check of decision records', () => {
  it('accepts two records that name each other', async () => {
    const newer = '- Supersedes [001](001-old-way.md)\n'
    const older = '- Superseded by [002](002-new-way.md) in part: how it is done\n'
    const records = {
      '001-old-way.md': record('001', 'Old way', { lines: older }),
      '002-new-way.md': record('002', 'New way', { lines: newer }),
    }
    expect(await check(records)).toEqual([])
  })

  it.each([
    ['a file name that is not the title', '001-other.md', record('001', 'Old way'), 'the name 001-old-way.md'],
    ['a heading of another form', '001-old-way.md', record('1', 'Old way'), 'the first line'],
    ['a missing section', '001-old-way.md', record('001', 'Old way', { end: '' }), 'no section "Consequences"'],
    [
      'a link without its counterpart',
      '001-old-way.md',
      record('001', 'Old way', { lines: '- Superseded by [002](002-new-way.md)\n' }),
      '001 Superseded by 002, but not 002 Supersedes 001',
    ],
  ])('reports %s', async (_what, name, text, words) => {
    expect((await check({ [name]: text })).join('\n')).toContain(words)
  })

  it('reports a record that the index lacks', async () => {
    const problems = await check({ '001-old-way.md': record('001', 'Old way') }, '# Decision records\n')
    expect(problems).toEqual([expect.stringContaining('README.md lacks a line')])
  })

  it('reports two records with the same number', async () => {
    const records = { '001-old-way.md': record('001', 'Old way'), '001-new-way.md': record('001', 'New way') }
    expect(await check(records)).toEqual(['two decision records have the number 001'])
  })

  it('reports an index that is not in the order of the numbers', async () => {
    const records = { '002-new-way.md': record('002', 'New way'), '001-old-way.md': record('001', 'Old way') }
    expect(await check(records)).toEqual([expect.stringContaining('the line of 001 stands after')])
  })
})
