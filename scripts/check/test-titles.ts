import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { filesBelow } from '../build/source-stamp.ts'

const prepositions =
  'about|across|after|against|among|as|at|because|before|behind|below|beside|between|by|during|for|from|if|in|inside|into|' +
  'of|off|on|outside|over|per|since|through|to|under|until|upon|when|where|while|with|within|without'
const conjunctions = 'and|but|or|than|that|then|which|who|whose'
const start = new RegExp(`^(?:${prepositions}|${conjunctions})\\s`, 'i')
/** Whether a file may have such a title: most have none and need not be parsed. */
const mayHave = new RegExp(`\\(\\s*['"\`](?:${prepositions}|${conjunctions})\\s`, 'i')

/** An `it` that no `describe` gives a subject, by the formatter's indentation. */
const withoutSubject = /^it(?:\.\w+)*\(/gm

/**
 * Titles of tests below `root` that begin with a preposition or a conjunction, and each `it` outside of `describe`, one
 * line each: `it` is to be followed by a verb, and a `test` without `describe` by a whole sentence.
 */
export async function findTitleProblems(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const file of await filesBelow(root, 'tests')) {
    if (!/\.tsx?$/.test(file)) continue
    const text = await readFile(join(root, file), 'utf8')
    if (mayHave.test(text)) problems.push(...findIn(file, text))
    for (const { index } of text.matchAll(withoutSubject)) {
      const line = text.slice(0, index).split('\n').length
      problems.push(
        `${file}:${line}: an \`it\` outside of \`describe\` has no subject: write \`test\` and a whole sentence`,
      )
    }
  }
  return problems
}

const tests = new Set(['it', 'test'])
/** Calls of Playwright that are no test. */
const noTests = new Set(['describe', 'step'])

function findIn(file: string, text: string): string[] {
  const problems: string[] = []
  new Visitor({
    CallExpression: ({ callee, arguments: [title] }) => {
      if (title === undefined || !isTitled(callee, tests, noTests)) return
      const titleText =
        title.type === 'TemplateLiteral'
          ? title.quasis[0]?.value.raw
          : title.type === 'Literal'
            ? title.value
            : undefined
      if (typeof titleText !== 'string' || !start.test(titleText)) return
      const line = text.slice(0, title.start).split('\n').length
      problems.push(`${file}:${line}: "${titleText}": begin the title with a verb, or with a subject`)
    },
  }).visit(parseSync(file, text).program)
  return problems
}

/** A node of a syntax tree, as far as it is looked at here. */
interface Callee {
  type: string
  name?: unknown
  callee?: Callee
  object?: Callee
  property?: Callee
}

/** `it`, `it.only`, `it.each(rows)` and the like, of the functions `names`; not those with a property of `except`. */
export function isTitled(
  { type, name, callee, object, property }: Callee,
  names: ReadonlySet<string>,
  except: ReadonlySet<string> = new Set(),
): boolean {
  if (type === 'Identifier') return typeof name === 'string' && names.has(name)
  if (typeof property?.name === 'string' && except.has(property.name)) return false
  const inner = object ?? callee
  return inner !== undefined && isTitled(inner, names, except)
}
