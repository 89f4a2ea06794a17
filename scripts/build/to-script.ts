import { basename, dirname, join } from 'node:path/posix'
import { Script } from 'node:vm'
import { parseAst } from 'vite'
import { PAUSES_MS } from '../../src/lib/fetch-pauses.ts'
import { assignedLater } from './assigned-later.ts'
import { isNode, type Node, walk } from './walk.ts'

/** Where the scripts leave what they export, each under its file. */
const PARTS = 'self.companionParts'

interface Cut {
  start: number
  end: number
  text: string
}

/**
 * A built module as a classic script, and as the module that hands on what that script has made. `parts`: the files
 * that become scripts; it may import no others. `isShell`: every page has run it. Throws on what cannot be said so.
 */
export function toScript(code: string, file: string, parts: ReadonlySet<string>, isShell: boolean) {
  const program = parseAst(code)
  const cuts: Cut[] = []
  const deps: string[] = []
  const exported = new Map<string, string>()
  const cut = (node: Node, text: string) => cuts.push({ start: node.start, end: node.end, text })
  const fail = (why: string): never => {
    throw new Error(`${file} cannot become a script: ${why}`)
  }
  const resolve = (source: string) => join(dirname(file), source)

  for (const node of program.body as unknown as Node[]) {
    if (node.type === 'ImportDeclaration') {
      const from = resolve((node.source as Node & { value: string }).value)
      if (!parts.has(from)) fail(`it imports ${from}`)
      deps.push(from)
      const names = (node.specifiers as Node[]).map((each) => {
        if (each.type !== 'ImportSpecifier') fail(`it imports a whole module (${from})`)
        return `${nameOf(each.imported)}:${nameOf(each.local)}`
      })
      cut(node, names.length === 0 ? '' : `const{${names.join()}}=$parts[${JSON.stringify(from)}];`)
    } else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration || node.source) fail('it exports a declaration')
      for (const each of node.specifiers as Node[]) exported.set(nameOf(each.exported), nameOf(each.local))
      cut(node, '')
    } else if (node.type.startsWith('Export')) fail(node.type)
  }
  walk(program as unknown as Node, (node) => {
    if (node.type === 'ImportExpression') {
      const source = textOf(node.source)
      const to = source === undefined ? '' : resolve(source)
      if (!parts.has(to)) return
      const key = JSON.stringify(to)
      cut(node, `($parts[${key}]?Promise.resolve($parts[${key}]):${code.slice(node.start, node.end)})`)
    } else if (node.type === 'MetaProperty' && nameOf(node.meta) === 'import') {
      cut(node, `({url:location.origin+${JSON.stringify(`/${file}`)}})`)
    }
  })
  const changing = assignedLater(program as unknown as Node, new Set(exported.values()))
  if (changing.length > 0) fail(`what it exports changes later: ${changing.join(', ')}`)

  const key = JSON.stringify(file)
  const made = [...exported].map(([name, local]) => `${name}:${local}`).join()
  const script = `(function($parts){'use strict';if($parts[${key}])return;${apply(code, cuts)};$parts[${key}]={${made}}})(${PARTS}??={});`
  // A script that cannot be parsed would leave every page empty.
  new Script(script)
  return { script, facade: writeFacade(file, deps, [...exported.keys()], isShell) }
}

function writeFacade(file: string, deps: readonly string[], names: readonly string[], isShell: boolean): string {
  const key = JSON.stringify(file)
  const script = JSON.stringify(`./${basename(file).replace(/\.js$/, '.boot.js')}`)
  const load = isShell
    ? ''
    : `${deps.map((dep) => `import${JSON.stringify(`./${basename(dep)}`)};`).join('')}if(!${PARTS}[${key}])${fetchScript(script)};`
  const made = names.map((name, index) => `${name}:$${index}`).join()
  const handed = names.map((name, index) => `$${index} as ${name}`).join()
  return `${load}const{${made}}=${PARTS}[${key}];export{${handed}};`
}

/**
 * Asks for a script up to three times: a module that failed once while it ran says so ever after, so whoever imports the
 * facade again (src/lib/fetch-again.ts) would be told the same.
 */
function fetchScript(script: string): string {
  const again = (ms: number) => `.catch(()=>new Promise(r=>setTimeout(r,${ms})).then(()=>import(${script})))`
  return `await import(${script})${PAUSES_MS.map(again).join('')}`
}

function apply(code: string, cuts: readonly Cut[]): string {
  let text = code
  for (const { start, end, text: instead } of cuts.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + instead + text.slice(end)
  }
  return text
}

/** What a string says, also in the backticks that the minifier prefers; undefined when that is not known before it runs. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  if (typeof node.value === 'string') return node.value
  const [only, ...more] =
    node.type === 'TemplateLiteral' ? (node.quasis as (Node & { value: { cooked: string } })[]) : []
  return more.length === 0 ? only?.value.cooked : undefined
}

const nameOf = (node: unknown): string => {
  if (isNode(node) && typeof node.name === 'string') return node.name
  throw new Error('a name that is no identifier')
}
