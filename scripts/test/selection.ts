import { parseArgs } from 'node:util'
import { filesBelow } from '../build/source-stamp.ts'

interface Stage {
  /** The folder of its tests; a stage without one has no test files. */
  folder?: string
}

/** In the order in which they run. Neighbours with the same runner share a run: each alone would leave a core idle. */
export const stages = {
  checks: {},
  build: {},
  unit: { folder: 'tests/unit' },
  server: { folder: 'tests/server' },
  chaos: { folder: 'tests/chaos' },
  engines: { folder: 'tests/engines' },
  e2e: { folder: 'tests/e2e' },
  container: { folder: 'tests/container' },
} as const satisfies Record<string, Stage>

export type StageName = keyof typeof stages
export const stageNames = Object.keys(stages).filter(isStageName)

function isStageName(name: string): name is StageName {
  return Object.hasOwn(stages, name)
}

/** The tests selected by the arguments of `npm test`. */
export interface Selection {
  /** In the order in which they run. */
  stages: readonly StageName[]
  /** Parts of the paths of test files; empty: every file. */
  filters: readonly string[]
  /** A part of the full name of the tests; undefined: every test. */
  name: string | undefined
  /** The folder of the reports, relative to the root of the project. */
  results: string
}

/** The command line is invalid; the message explains the valid arguments. */
export class UsageError extends Error {}

const usage = [
  `The stages are ${stageNames.join(', ')}.`,
  'npm test                                 every stage',
  'npm test -- unit,server                  some of them',
  'npm test -- e2e drafts                   the files of a stage whose path contains a text',
  'npm test -- unit -t "part of its name"   the tests of a stage whose name contains a text',
].join('\n')

const usageError = (problem: string) => new UsageError(`${problem}\n${usage}`)

/** Reads `[stage[,stage…] [filter…]] [-t NAME] [--results FOLDER]`. Throws a UsageError. */
export function readSelection(args: readonly string[]): Selection {
  const { values, positionals } = parse(args)
  const [first, ...filters] = positionals
  const requested = new Set(first === undefined ? stageNames : first.split(',').map(stageName))
  const selected = stageNames.filter((name) => requested.has(name))
  const { name, results } = values
  if (name === '') throw usageError('-t needs a part of a test’s name')
  const without = selected.find((stage) => !('folder' in stages[stage]))
  if (without !== undefined && (name !== undefined || filters.length > 0))
    throw usageError(`“${without}” has no tests to choose from: it runs as a whole.`)
  return { stages: selected, filters, name, results }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { name: { type: 'string', short: 't' }, results: { type: 'string', default: 'test-results' } },
    })
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error))
  }
}

function stageName(name: string): StageName {
  if (!isStageName(name)) throw usageError(`There is no stage “${name}”.`)
  return name
}

/**
 * The runner's arguments for these stages: their folders, or the paths that contain a filter. Throws a UsageError when
 * a filter matches no file, or a stage has no match for any filter.
 */
export async function selectFiles(
  root: string,
  { stages: selected, filters }: Pick<Selection, 'stages' | 'filters'>,
): Promise<Map<StageName, string[]>> {
  const files = new Map<StageName, string[]>()
  for (const name of selected) {
    const stage: Stage = stages[name]
    if (stage.folder === undefined) continue
    if (filters.length === 0) {
      files.set(name, [`${stage.folder}/`])
      continue
    }
    const all = (await filesBelow(root, stage.folder)).filter((path) => /\.(?:test|spec)\.tsx?$/.test(path))
    const matching = all.filter((path) => filters.some((filter) => path.includes(filter)))
    if (matching.length === 0) throw new UsageError(`No test file of ${name} has ${quoted(filters)} in its path.`)
    files.set(name, matching)
  }
  const found = [...files.values()].flat()
  const lost = filters.filter((filter) => !found.some((path) => path.includes(filter)))
  if (lost.length > 0) throw new UsageError(`No test file of ${selected.join(', ')} has ${quoted(lost)} in its path.`)
  return files
}

const quoted = (texts: readonly string[]) => texts.map((text) => `“${text}”`).join(' or ')
