import { readFile } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { filesBelow } from '../build/source-stamp.ts'
import { layers, serverRoles } from './layers.ts'

const LINES_MAX = 300
const FILES_MAX = 20
/** A list that only grows, read in the order of its numbers. */
const endless = new Set(['server/db/migrations'])
const folders = ['src', 'sw', 'server', 'scripts', 'tests']
const code = /\.(?:ts|tsx|css)$/
const generated = /\.gen\.ts$/
const imports = /(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"\n]+)['"]/g

/** What breaks the rules of the architecture below `root`, one line each; empty when all is well. */
export async function findArchitectureProblems(root: string): Promise<string[]> {
  const problems: string[] = []
  for (const folder of folders) {
    const files = (await filesBelow(root, folder)).filter((name) => code.test(name) && !generated.test(name))
    problems.push(...findFullFolders(files))
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8')
      const lines = text.trimEnd().split('\n').length
      if (lines > LINES_MAX) problems.push(`${file} has ${lines} lines; ${LINES_MAX} is the most`)
      for (const [, target] of text.matchAll(imports)) {
        const problem = target && judge(file, target.split('?')[0] ?? target)
        if (problem) problems.push(`${file} imports ${target}: ${problem}`)
      }
    }
  }
  return problems
}

/** Folders with more files than one sees at a glance. */
function findFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > FILES_MAX && !endless.has(folder))
    .map(([folder, count]) => `${folder} has ${count} source files; ${FILES_MAX} is the most`)
}

function judge(file: string, target: string): string | undefined {
  const from = layerOf(file)
  if (!from) return undefined
  const layer = layers[from]
  if (!layer) return `the folder src/${from} is in no rule`
  const path = pathOf(file, target)
  if (!path) {
    if (layer.packages && !layer.packages.includes(target)) return `${from} may only use ${layer.packages.join(', ')}`
    const allowedForms = file.startsWith('src/ui/form/')
    const banned = layer.forbidden?.some((pattern) => pattern.test(target)) && !allowedForms
    return banned ? `not a package for ${from}` : undefined
  }
  const to = layerOf(path)
  if (from === 'features' && to === 'features') return crossesFeatures(file, path)
  if (from === 'server' && to === 'server') return serverRoles.find((r) => r.of.test(file) && r.never.test(path))?.why
  if (to === undefined) return 'only the app itself starts the app'
  return to === from || layer.mayImport.includes(to) ? undefined : `${from} may not import ${to}`
}

/** `routes`, `features`, …, `sw`, `server`; undefined for what no rule binds: boot files, scripts and tests. */
function layerOf(path: string): string | undefined {
  if (path === 'server/start.ts') return undefined
  const [top, second, third] = path.split('/')
  if (top === 'sw' || top === 'server') return top
  return top === 'src' && third !== undefined ? second : undefined
}

/** Where an import leads, relative to the root; undefined for a package. */
function pathOf(file: string, target: string): string | undefined {
  if (target.startsWith('.')) return normalize(join(dirname(file), target))
  if (target.startsWith('#server/')) return target.slice(1)
  if (target.startsWith('#support/')) return target.replace('#support/', 'tests/support/')
  return target.startsWith('#') ? `src/${target.slice(1)}` : undefined
}

function crossesFeatures(file: string, path: string): string | undefined {
  return file.split('/')[2] === path.split('/')[2] ? undefined : 'a feature never imports another'
}
