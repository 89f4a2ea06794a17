import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { filesBelow } from '../build/source-stamp.ts'
import { isTitled } from './test-titles.ts'

interface Term {
  /** In the words of a name, in lower case with a space between: `loadChunk` is `load chunk`. */
  name: RegExp
  /** The pattern that is forbidden in comments and test titles; without it they may use the word as plain English. */
  text?: RegExp
  use: string
  /** Files in which it is a stored field, whose name stays; the word is then free in tests too. */
  storedIn?: readonly string[]
}

/** Words that a newcomer would have to learn, each with the usual one. */
const terms: readonly Term[] = [
  { name: /\bhouses?\b/, text: /\b(?:the|our) house\b/i, use: 'repository, architecture or environment' },
  { name: /\brooms?\b/, use: 'layer, module or space' },
  { name: /\broads?\b/, text: /\bthe road of\b/i, use: 'data flow or proxy' },
  { name: /\bdoors?\b/, use: 'entry point' },
  { name: /\bneeds$/, use: 'deps' },
  { name: /\baccount ids?\b/, use: 'userId' },
  { name: /\b(?:person|people)\b/, text: /\b(?:an?|the|this|each|every|its) person\b/i, use: 'user' },
  { name: /\b(?:render|action|welcome) letters?\b|^letters? (?:to|for|of) /, use: 'mail' },
  { name: /\bfigures?\b/, use: 'metrics or scores' },
  { name: /^tell [a-z]|^un told\b|\b(?:mark|is) (?:un ?)?told\b/, use: 'notify, report or export' },
  { name: /\bask (?:again|now)\b|\bnext question\b/, use: 'schedulePoll, makeDue or nextPollAt' },
  { name: /\bbillers?\b/, text: /\bbillers?\b/i, use: 'billing job' },
  { name: /\bjanitors?\b/, text: /\bjanitors?\b/i, use: 'cleanup job' },
  { name: /\bwakers?\b/, text: /\bwakers?\b/i, use: 'wake signal' },
  { name: /\baside\b/, use: 'stash' },
  { name: /\bcrowds?\b/, use: 'users' },
  { name: /\blived in\b/, use: 'used' },
  { name: /\bbelongings\b/, text: /\bbelongings\b/i, use: 'data' },
  { name: /\bhastens?\b/, text: /\bhasten(?:s|ed|ing)?\b/i, use: 'retry now or resume' },
  { name: /\bpatience\b/, text: /\bpatience\b/i, use: 'timeout' },
  { name: /^late [a-z]/, use: 'lazy' },
  { name: /^tail [a-z]|\btails\b/, use: 'follow' },
  { name: /^note [a-z]/, use: 'record or save' },
  { name: /^(?:keep|kept) [a-z]/, use: 'save, retain or cache' },
  { name: /\b(?:load|import|fetch|missing|lazy|tail) part\b/, use: 'chunk' },
  { name: /\bpieces?\b/, use: 'chunk' },
  {
    name: /\b(?:take|remember|forget|stored|redirect|checkout|retry|score) place\b/,
    use: 'return URL, target or context',
  },
  { name: /\b(?:client|mail|error|user|index|list|unexpected) words\b/, use: 'messages or tokens' },
  { name: /\bnote usage\b/, use: 'recordUsage' },
  {
    name: /\basked\b/,
    use: 'request, question or wait',
    storedIn: [
      'server/db/schema/schema-payments.ts',
      'server/modules/accounts/export/payment-rules.ts',
      'server/modules/subscriptions/checkout/ensure-customer.ts',
      'server/modules/subscriptions/customers.repository.ts',
      'src/offline/chats/chat-profile.ts',
      'src/offline/database/rows.ts',
    ],
  },
  {
    name: /\bkept\b/,
    use: 'saved, retained or stored',
    storedIn: ['server/db/migrations/0004-audit.ts', 'src/session/state/database-owner.ts'],
  },
  {
    name: /\btold\b/,
    use: 'notified or reported',
    storedIn: [
      'src/offline/chats/remove-server-chat.ts',
      'src/offline/database/rows.ts',
      'src/offline/flush/settle-entry.ts',
      'src/offline/outbox/conflicts.ts',
    ],
  },
  {
    name: /\bplaces?\b/,
    use: 'position, location or slot',
    storedIn: [
      'src/offline/database/rows.ts',
      'src/offline/outbox/enqueue-message-changes.ts',
      'src/offline/search/text-index.ts',
    ],
  },
  { name: /\bshelf\b|\bshelves\b/, use: 'status or filter' },
  { name: /\bhundredths?\b/, text: /\bhundredths\b/i, use: 'minor units' },
  { name: /\bforgiv(?:e|es|en)\b/, use: 'reset' },
  { name: /\bchosen\b/, use: 'selected' },
  { name: /\bboss(?:es)?\b/, use: 'admin' },
  { name: /\bmaterial\b/, use: 'input or prompt' },
  { name: /\banew\b/, use: 'again or new', storedIn: [] },
]

/** Names that others gave, or that clients of the API know. */
const given = new Set([
  // Options of node, pg, React and TanStack Query.
  'keepAlive',
  'keepAliveInitialDelayMillis',
  'keepAliveTimeout',
  'keepMounted',
  'keepPreviousData',
  // The operation and the schema are named so in the API's published description.
  'getFigures',
  'Figures',
])

const folders = ['src', 'sw', 'server', 'scripts', 'tests']
const code = /\.tsx?$/
const styleSheet = /\.css$/
const generated = /\.gen\.ts$/
const titled = new Set(['describe', 'it', 'test'])

/**
 * Names, comments and test titles below `root` that use a word of the table, one line each with file, line and the word
 * to use. Texts are not looked at, nor names with an underscore, which are fields of the API and of the database.
 */
export async function findPrivateWords(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const folder of folders) {
    for (const file of await filesBelow(root, folder)) {
      if (generated.test(file)) continue
      if (code.test(file)) problems.push(...findIn(file, await readFile(join(root, file), 'utf8')))
      if (styleSheet.test(file)) problems.push(...findClasses(file, await readFile(join(root, file), 'utf8')))
    }
  }
  return problems
}

const splitName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()

/** The classes of a style sheet, which are names of the code that uses them. */
function findClasses(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) =>
    [...line.replace(/url\([^)]*\)/g, '').matchAll(/\.([a-z]\w*)(?=[\s.,:>+~)[{]|$)/gi)].flatMap(([, name = '']) => {
      const use = wordFor(name, file)
      return use === undefined ? [] : `${file}:${index + 1}: "${name}": say ${use}`
    }),
  )
}

function findIn(file: string, text: string): string[] {
  if (!mayHave(text, file)) return []
  const { program, comments } = parseSync(file, text)
  const problems = new Map<string, string>()
  const report = (start: number, found: string, use: string) => {
    const line = text.slice(0, start).split('\n').length
    problems.set(`${line} ${found}`, `${file}:${line}: "${found}": say ${use}`)
  }
  const inText = (start: number, sentence: string) => {
    for (const { text: pattern, use } of terms) {
      const found = pattern?.exec(sentence)?.[0]
      if (found !== undefined) report(start, found, use)
    }
  }
  const inName = ({ name, start }: { name: string; start: number }) => {
    const use = wordFor(name, file)
    if (use !== undefined) report(start, name, use)
  }
  const styles = new Set<string>()
  const classNames = new Set<number>()
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (source.value.endsWith('.css')) for (const { local } of specifiers) styles.add(local.name)
    },
    // The names of classes are those of the style sheet.
    MemberExpression: ({ object, property }) => {
      if (object.type === 'Identifier' && styles.has(object.name)) classNames.add(property.start)
    },
    Identifier: (node) => {
      if (!classNames.has(node.start)) inName(node)
    },
    PrivateIdentifier: inName,
    JSXAttribute: ({ name }) => {
      if (name.type === 'JSXIdentifier') inName(name)
    },
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title?.type === 'Literal' && typeof title.value === 'string' && isTitled(callee, titled))
        inText(title.start, title.value)
    },
  }).visit(program)
  for (const { start, value } of comments) inText(start, value)
  return [...problems.values()]
}

/** By name, because most names occur in many files. */
const uses = new Map<string, Term | undefined>()

function wordFor(name: string, file: string): string | undefined {
  if (!uses.has(name)) {
    const text = splitName(name)
    const isFree = given.has(name) || name.includes('_')
    uses.set(name, isFree ? undefined : terms.find((term) => term.name.test(text)))
  }
  const term = uses.get(name)
  const isStored = term?.storedIn && (file.startsWith('tests/') || term.storedIn.includes(file))
  return isStored ? undefined : term?.use
}

/** Whether a file has such a word anywhere, a text included: most have none and need not be parsed. */
function mayHave(text: string, file: string): boolean {
  if (terms.some((term) => term.text?.test(text))) return true
  return text.match(/[A-Za-z]\w*/g)?.some((name) => wordFor(name, file) !== undefined) ?? false
}
