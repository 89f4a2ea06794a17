import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { filesBelow } from '../build/source-stamp.ts'
import { findComments } from './find-comments.ts'

const folders = ['.ci', 'deploy', 'docs', 'public', 'scripts', 'server', 'src', 'sw', 'tests']
const read = /\.(?:tsx?|css|ya?ml|md)$|^index\.html$|^\.ci\/run$/
const generated = /\.gen\.ts$/

/** Bare names, paths, relative paths and import aliases with the file extension of a source. */
const fileNames = /(?<![\w./#@*<>$-])(?!\/)[#\w$@./-]*[\w$]\.(?:tsx?|css|grit|md|ya?ml)\b(?![\w(*]|\.\w|-\w)/g
const fileName = /\.(?:tsx?|css|grit|md|ya?ml)$/
/** Paths from the root to a file or folder, with any extension. */
const rootPaths = /(?<![\w./#@*<>$-])(?:docs|public|scripts|server|src|sw|tests)\/[\w$@./-]*[\w$](?![\w$@./-]*[*<{…])/g
/** Folders that commands create and git ignores. */
const made = /^(?:test-results|dist|data|\.cache)\//
const aliased = /^#(api|contract|data|features|i18n|lib|offline|session|ui)\//
const records = /\b(?:decisions?|records?)\s+(?:docs\/decisions\/)?(\d{3}(?:(?:, and |, | and | or )\d{3})*)\b/gi
const recordPath = /^docs\/decisions\/\d{3}$/
const recordPaths = /\bdocs\/decisions\/(\d{3})\b/g
const recordNumbers = /(?<![\w.,-])0\d{2}(?![\w.,-]*\w)/g
const links = /\]\(([^)\s#]+)(?:#[^)\s]*)?\)/g

/** Phrases with which comments cite texts that are not in the repository, which a reader cannot look up. */
const absent: readonly RegExp[] = [
  /\bspecification\b/i,
  /\bdesign(?::|'s| card| document)/i,
  /\b(?:the|by) design\b(?! token)/i,
  /(?<![\w/])(?:api|architecture|decisions|look)\.md\b/,
  /\bthe review\b/i,
]

/** Names in comments that look like ours: `sendMessage`, `MessageWindow`, and constants such as RETRY_MS. */
const codeNames = /`([A-Za-z]+[a-z][A-Z]\w*)(?:\(\))?`|\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g
const code = /\.tsx?$/
/** Such names of browsers and libraries, which no code here uses. */
const given = new Set([
  'ExtendableMessageEvent',
  'NS_BINDING_ABORTED',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
  'SQLITE_CONSTRAINT_PRIMARYKEY',
  'SQLITE_CONSTRAINT_UNIQUE',
  'SQLITE_IOERR',
  'ServiceWorkerContainer',
  'WindowClient',
  'ignoreHTTPSErrors',
  'maxSilentPushCount',
])

interface CommentLine {
  file: string
  line: number
  text: string
}

/**
 * The dangling references in comments and documents below `root`, one line each with file and line: names and paths of
 * files, names that no code has, numbers of decision records, links, and citations of texts that are not in the
 * repository.
 */
export async function findDanglingReferences(root: string): Promise<string[]> {
  const files = await listFiles(root)
  const known = createIndex(files)
  const problems: string[] = []
  const names = new Set(given)
  const named: (CommentLine & { name: string })[] = []
  for (const file of files) {
    if (!read.test(file) || generated.test(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    const lines = text.split('\n')
    if (code.test(file)) named.push(...collectNames(file, lines, names))
    if (file !== 'scripts/check/references.ts') problems.push(...findCitations(file, lines))
    for (const comment of file.endsWith('.md') ? whole(lines) : findComments(file, lines)) {
      for (const target of unresolved({ file, ...comment }, known)) {
        problems.push(`${file}:${comment.line}: ${target} exists nowhere`)
      }
    }
  }
  const absentNames = named.filter(({ name }) => !names.has(name))
  return [...problems, ...absentNames.map(({ file, line, name }) => `${file}:${line}: no code has the name ${name}`)]
}

/** Adds the names of a file's code to `names`, and returns those in its comments. */
function collectNames(file: string, lines: readonly string[], names: Set<string>) {
  const comments = new Map([...findComments(file, lines)].map(({ line, text }) => [line, text]))
  for (const [index, line] of lines.entries()) {
    const text = comments.get(index + 1) ?? ''
    for (const [name] of line.slice(0, line.length - text.length).matchAll(/[A-Za-z]\w+/g)) names.add(name)
  }
  return [...comments].flatMap(([line, text]) =>
    [...text.matchAll(codeNames)].map(([, name, constant = '']) => ({ file, line, text, name: name ?? constant })),
  )
}

async function listFiles(root: string): Promise<string[]> {
  const top = (await readdir(root, { withFileTypes: true })).filter((entry) => entry.isFile()).map(({ name }) => name)
  const below = await Promise.all(folders.map((folder) => filesBelow(root, folder)))
  return [...top, ...below.flat()]
}

function* whole(lines: readonly string[]): Generator<{ line: number; text: string }> {
  for (const [index, text] of lines.entries()) yield { line: index + 1, text }
}

interface Index {
  paths: ReadonlySet<string>
  /** All suffixes of each path: `flush/flush.ts` and `flush.ts` for `src/offline/flush/flush.ts`. */
  ends: ReadonlySet<string>
  records: ReadonlySet<string>
}

function createIndex(files: readonly string[]): Index {
  const paths = new Set<string>(files)
  const ends = new Set<string>()
  const numbers = new Set<string>()
  for (const file of files) {
    const parts = file.split('/')
    for (let at = 0; at < parts.length; at++) ends.add(parts.slice(at).join('/'))
    for (let at = 1; at < parts.length; at++) paths.add(parts.slice(0, at).join('/'))
    const number = /^docs\/decisions\/(\d{3})-/.exec(file)?.[1]
    if (number) numbers.add(number)
  }
  return { paths, ends, records: numbers }
}

function* unresolved({ file, text }: CommentLine, known: Index): Generator<string> {
  for (const [name] of text.matchAll(fileNames)) if (!made.test(name) && !isFile(file, name, known)) yield name
  for (const [path] of text.matchAll(rootPaths)) {
    if (!known.ends.has(path) && !known.paths.has(path) && !fileName.test(path) && !recordPath.test(path)) yield path
  }
  for (const number of recordsIn(file, text)) if (!known.records.has(number)) yield `decision record ${number}`
  if (!file.endsWith('.md')) return
  for (const [, target = ''] of text.matchAll(links)) {
    if (!/^[a-z]+:/.test(target) && !known.paths.has(relative(file, target))) yield target
  }
}

function isFile(file: string, name: string, known: Index): boolean {
  if (name.startsWith('.')) return known.paths.has(relative(file, name))
  const path = name
    .replace(/^#support\//, 'tests/support/')
    .replace(aliased, 'src/$1/')
    .replace(/^#/, '')
  return known.ends.has(path) || known.paths.has(relative(file, path))
}

function relative(file: string, target: string): string {
  return normalize(join(dirname(file), target)).replace(/\/$/, '')
}

/** Within the records, a bare number of three digits that begins with 0 refers to a record too. */
function recordsIn(file: string, text: string): string[] {
  const named = [...text.matchAll(records)].flatMap(([, list = '']) => list.match(/\d{3}/g) ?? [])
  const paths = [...text.matchAll(recordPaths)].map(([, number = '']) => number)
  const bare = file.startsWith('docs/decisions/0') ? (text.match(recordNumbers) ?? []) : []
  return [...new Set([...named, ...paths, ...bare])]
}

function findCitations(file: string, lines: readonly string[]): string[] {
  return lines.flatMap((text, index) => {
    const found = absent.map((pattern) => pattern.exec(text)?.[0]).find((match) => match !== undefined)
    return found ? [`${file}:${index + 1}: cites "${found}", which is not in the repository: say the rule itself`] : []
  })
}
