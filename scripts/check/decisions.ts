import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../build/source-stamp.ts'

const folder = 'docs/decisions'
const named = /^(\d{3})-([a-z0-9-]+)\.md$/
const sections = ['Context', 'Decision', 'Consequences']
const link = /^- (Supersedes|Superseded by) \[(\d{3})\]\((\S+)\)/gm

interface DecisionRecord {
  name: string
  number: string
  text: string
  title: string
  /** `042 Supersedes 032`: one for each link to another record. */
  links: readonly string[]
}

/**
 * The problems of the decision records below `root`, one line each: a file name that is not number and title, a missing
 * date, status or section, a link to another record without its counterpart, or an index that is incomplete or not in
 * the order of the numbers.
 */
export async function findDecisionProblems(root: string): Promise<string[]> {
  const names = (await filesBelow(root, folder)).map((file) => file.slice(folder.length + 1))
  const read = (name: string) => readFile(join(root, folder, name), 'utf8')
  const records = await Promise.all(
    names.filter((name) => name !== 'README.md').map(async (name) => parseRecord(name, await read(name))),
  )
  const index = names.includes('README.md') ? await read('README.md') : ''
  const links = new Set(records.flatMap((record) => record.links))
  return [
    ...records.flatMap((record) =>
      findProblems(record, index).map((problem) => `${folder}/${record.name}: ${problem}`),
    ),
    ...[...links].filter((one) => !links.has(counterpart(one))).map((one) => `${one}, but not ${counterpart(one)}`),
    ...findDoubles(records),
    ...findDisorder(index),
  ]
}

function parseRecord(name: string, text: string): DecisionRecord {
  const number = named.exec(name)?.[1] ?? ''
  const title = /^# \d{3}\. (.+)$/m.exec(text)?.[1] ?? ''
  return { name, number, text, title, links: [...text.matchAll(link)].map(([, kind, to]) => `${number} ${kind} ${to}`) }
}

function findProblems({ name, number, text, title }: DecisionRecord, index: string): string[] {
  const expected = `${number}-${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.md`
  const problems: string[] = []
  if (!text.startsWith(`# ${number}. ${title}\n`)) problems.push('the first line is not "# NNN. Title"')
  else if (name !== expected) problems.push(`the title wants the name ${expected}`)
  if (!/^- Date: \d{4}-\d{2}-\d{2}$/m.test(text)) problems.push('no line "- Date: YYYY-MM-DD"')
  const status = /^- Status: (\S.*)$/m.exec(text)?.[1]
  if (!status) problems.push('no line "- Status: …"')
  for (const section of sections) if (!text.includes(`\n## ${section}\n`)) problems.push(`no section "${section}"`)
  if (!index.includes(`| [${number}](${name}) | ${title} | ${status} | `)) {
    problems.push(`${folder}/README.md lacks a line with this number, title and status`)
  }
  return problems
}

function counterpart(one: string): string {
  const [from = '', kind = '', to = ''] = one.split(/ (Supersedes|Superseded by) /)
  return `${to} ${kind === 'Supersedes' ? 'Superseded by' : 'Supersedes'} ${from}`
}

function findDoubles(records: readonly DecisionRecord[]): string[] {
  const numbers = records.map(({ number }) => number)
  return [...new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))].map(
    (number) => `two decision records have the number ${number}`,
  )
}

function findDisorder(index: string): string[] {
  const numbers = [...index.matchAll(/^\| \[(\d{3})\]/gm)].map(([, number = '']) => number)
  const early = numbers.find((number, at) => number < (numbers[at - 1] ?? ''))
  return early === undefined ? [] : [`${folder}/README.md: the line of ${early} stands after one with a higher number`]
}
