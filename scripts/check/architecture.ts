import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { filesBelow } from '../build/source-stamp.ts'
import { findCycles } from './cycles.ts'
import { type Import, readImports } from './imports.ts'
import { layers } from './layers.ts'
import { type FileRule, fileRules, moduleOf } from './server-rules.ts'

const LINES_MAX = 300
const FILES_MAX = 20
/** The highest median length of the files outside `tests`, in lines: a short file is likely to have one purpose. */
const MEDIAN_MAX = 60
/** Fewer files have no meaningful median. */
const MEDIAN_FILES = 10
/** A folder without a size limit: migrations are only added. */
const endless = new Set(['server/db/migrations'])
const folders = ['src', 'sw', 'server', 'scripts', 'tests']
const code = /\.(?:ts|tsx|css)$/
const generated = /\.gen\.ts$/

interface SourceFile {
  file: string
  text: string
  imports: readonly Import[]
}

/** The violations of the architecture rules below `root`, one line each; empty when there are none. */
export async function findArchitectureProblems(root: string): Promise<string[]> {
  const problems: string[] = []
  const sources: SourceFile[] = []
  for (const folder of folders) {
    const files = (await filesBelow(root, folder)).filter((name) => code.test(name) && !generated.test(name))
    problems.push(...findFullFolders(files))
    for (const file of files) {
      const text = await readFile(join(root, file), 'utf8')
      sources.push({ file, text, imports: readImports(file, text) })
    }
  }
  return [...problems, ...findLongMedian(sources), ...sources.flatMap(findFileProblems), ...findImportCycles(sources)]
}

/** Rules that match no file of `root`: the files they were written for may have been moved. */
export async function findIdleRules(root: string): Promise<string[]> {
  const files = (await Promise.all(folders.map((folder) => filesBelow(root, folder)))).flat()
  const idle = fileRules.filter(({ of }) => !files.some((file) => of.test(file)))
  const unused = Object.keys(layers).filter((layer) => !files.some((file) => layerOf(file) === layer))
  return [
    ...idle.map(({ of, why }) => `the rule "${why}" binds no file: ${of.source}`),
    ...unused.map((layer) => `the layer ${layer} has no file`),
  ]
}

function findFullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts]
    .filter(([folder, count]) => count > FILES_MAX && !endless.has(folder))
    .map(([folder, count]) => `${folder} has ${count} source files; ${FILES_MAX} is the most`)
}

const linesOf = (text: string): number => text.trimEnd().split('\n').length

function findLongMedian(sources: readonly SourceFile[]): string[] {
  const lengths = sources.filter(({ file }) => !file.startsWith('tests/')).map(({ text }) => linesOf(text))
  if (lengths.length < MEDIAN_FILES) return []
  const median = lengths.sort((one, other) => one - other)[Math.floor(lengths.length / 2)] ?? 0
  return median <= MEDIAN_MAX ? [] : [`half of the files have ${median} lines or more; ${MEDIAN_MAX} is the most`]
}

function findFileProblems({ file, text, imports }: SourceFile): string[] {
  const lines = linesOf(text)
  const rules = fileRules.filter(({ of }) => of.test(file))
  return [
    ...(lines > LINES_MAX ? [`${file} has ${lines} lines; ${LINES_MAX} is the most`] : []),
    ...rules.filter((rule) => rule.text?.test(text)).map(({ why }) => `${file}: ${why}`),
    ...imports.flatMap((one) => {
      const problem = judge(file, one, rules)
      return problem === undefined ? [] : [`${file} imports ${one.target}: ${problem}`]
    }),
  ]
}

function judge(file: string, { target, path }: Import, rules: readonly FileRule[]): string | undefined {
  const broken = rules.find(({ never, packages }) => (path === undefined ? packages?.test(target) : never?.test(path)))
  if (broken !== undefined) return broken.why
  const from = layerOf(file)
  if (!from) return undefined
  const layer = layers[from]
  if (!layer) return `the folder src/${from} is in no rule`
  if (path === undefined) {
    if (layer.packages && !layer.packages.includes(target)) return `${from} may only use ${layer.packages.join(', ')}`
    const allowedForms = file.startsWith('src/ui/form/')
    const banned = layer.forbidden?.some((pattern) => pattern.test(target)) && !allowedForms
    return banned ? `not a package for ${from}` : undefined
  }
  const to = layerOf(path)
  if (from === 'features' && to === 'features') return crossesFeatures(file, path)
  if (to === undefined) return 'only the app itself starts the app'
  return to === from || layer.imports.includes(to) ? undefined : `${from} may not import ${to}`
}

/**
 * Finds cycles of static imports between files, where imports of types count except in `tests`, and cycles of any
 * imports between the server's modules.
 */
function findImportCycles(sources: readonly SourceFile[]): string[] {
  const files = new Map<string, Set<string>>(sources.map(({ file }) => [file, new Set<string>()]))
  const modules = new Map<string, Set<string>>()
  for (const { file, imports } of sources) {
    for (const { path = '', isStatic, isType } of imports) {
      const counts = isStatic || (isType && !file.startsWith('tests/'))
      if (counts && files.has(path)) files.get(file)?.add(path)
      const [from, to] = [moduleOf(file), moduleOf(path)]
      if (from === undefined || to === undefined || from === to) continue
      modules.set(from, (modules.get(from) ?? new Set()).add(to))
    }
  }
  return [
    ...findCycles(files).map((cycle) => `these files import one another: ${cycle.join(', ')}`),
    ...findCycles(modules).map((cycle) => `these modules import one another: ${cycle.join(', ')}`),
  ]
}

/** `routes`, `features`, …, `sw`, `server`; undefined for files without a layer: boot files, scripts and tests. */
function layerOf(path: string): string | undefined {
  if (path === 'server/start.ts') return undefined
  const [top, second, third] = path.split('/')
  if (top === 'sw' || top === 'server') return top
  return top === 'src' && third !== undefined ? second : undefined
}

function crossesFeatures(file: string, path: string): string | undefined {
  return file.split('/')[2] === path.split('/')[2] ? undefined : 'a feature never imports another'
}
