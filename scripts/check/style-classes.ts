import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { filesBelow } from '../build/source-stamp.ts'
import { readImports } from './imports.ts'

interface Use {
  file: string
  className: string
}

const code = /\.tsx?$/
const styleSheet = /\.module\.css$/

/** A browser checks such a rule again with each element that is inserted anywhere, as by a streaming answer. */
const rootByContent = /(?:html|body|:root)\)?[^\s,{]*:has\([^{]*/

/**
 * Class names below `src` that a component reads from a CSS module which does not have them, where TypeScript only sees
 * `undefined`, and classes of a CSS module that nothing reads. A module that is read by computed names counts as used.
 * Also rules that style the root element by what is inside of it.
 */
export async function findClassProblems(root: string): Promise<string[]> {
  const files = await filesBelow(root, 'src')
  const uses = new Map<string, Use[]>()
  const computed = new Set<string>()
  for (const file of files.filter((name) => code.test(name))) {
    const text = await readFile(join(root, file), 'utf8')
    if (!text.includes('.module.css')) continue
    for (const { path } of readImports(file, text)) {
      if (path === undefined || !styleSheet.test(path)) continue
      const name = localNameOf(path, text)
      const known = uses.get(path) ?? []
      uses.set(path, known)
      const body = text.replace(/^import .*$/gm, '')
      if (name === undefined || new RegExp(`\\b${name}\\b(?!\\.\\w)`).test(body)) computed.add(path)
      if (name === undefined) continue
      for (const [, className = ''] of body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g')))
        known.push({ file, className })
    }
  }
  const problems: string[] = []
  for (const sheet of files.filter((name) => styleSheet.test(name))) {
    const css = await readFile(join(root, sheet), 'utf8')
    const [rule] = rootByContent.exec(withoutComments(css)) ?? []
    if (rule !== undefined) problems.push(`${sheet}: "${rule.trim()}" is slow, set an attribute instead`)
    const classes = classesOf(css)
    const read = uses.get(sheet) ?? []
    for (const { file, className } of read)
      if (!classes.has(className)) problems.push(`${file}: ${sheet} has no class "${className}"`)
    if (computed.has(sheet)) continue
    const used = new Set(read.map(({ className }) => className))
    for (const className of classes) if (!used.has(className)) problems.push(`${sheet}: nothing uses "${className}"`)
  }
  return [...new Set(problems)]
}

/** The name under which a file imports a style sheet; undefined for an import without a name, or by `import()`. */
function localNameOf(path: string, text: string): string | undefined {
  const fileName = path.split('/').at(-1)?.replaceAll('.', '\\.')
  return new RegExp(`import (\\w+) from '[^']*/${fileName}'`).exec(text)?.[1]
}

const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//g, '')

function classesOf(css: string): Set<string> {
  const own = withoutComments(css).replace(/url\([^)]*\)|:global\([^)]*\)/g, '')
  return new Set([...own.matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name = '']) => name))
}
