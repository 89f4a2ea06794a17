import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow } from '../../../scripts/build/source-stamp.ts'
import { setSeed } from '../../../scripts/test/seed.ts'
import { readSelection, selectFiles, stageNames, stages, UsageError } from '../../../scripts/test/selection.ts'

const root = join(import.meta.dirname, '../../..')

describe('the arguments of `npm test`', () => {
  it('select every stage when there are none', () => {
    expect(readSelection([])).toEqual({ stages: stageNames, filters: [], name: undefined, results: 'test-results' })
  })

  it('select the named stages in the order in which they run, with filters by path and by name', () => {
    expect(readSelection(['e2e,unit', 'drafts', 'labels', '-t', 'keeps (all)'])).toEqual({
      stages: ['unit', 'e2e'],
      filters: ['drafts', 'labels'],
      name: 'keeps (all)',
      results: 'test-results',
    })
  })

  it.each([
    ['a stage that does not exist', ['drafts'], 'There is no stage “drafts”.'],
    ['a stage with the name of an object’s own method', ['toString'], 'There is no stage “toString”.'],
    ['an option that does not exist', ['unit', '--watch'], "Unknown option '--watch'"],
    ['files of a stage that has none', ['unit,checks', 'drafts'], '“checks” has no tests to choose from'],
    ['a test of every stage, some of which have none', ['-t', 'keeps'], '“checks” has no tests to choose from'],
    ['a test without a name', ['unit', '-t', ''], '-t needs a part of a test’s name'],
  ])('are rejected with the list of stages: %s', (_what, args, problem) => {
    expect(() => readSelection(args)).toThrow(UsageError)
    expect(() => readSelection(args)).toThrow(problem)
    expect(() => readSelection(args)).toThrow(
      'The stages are checks, build, unit, server, chaos, engines, e2e, container.',
    )
  })
})

describe('the files of the selected stages', () => {
  it('are their folders without a filter, and the matching paths with one', async () => {
    expect(await selectFiles(root, readSelection(['build,unit']))).toEqual(new Map([['unit', ['tests/unit/']]]))
    expect(await selectFiles(root, readSelection(['unit,e2e', 'search-tokens', 'drafts.spec']))).toEqual(
      new Map([
        ['unit', ['tests/unit/contract/search-tokens.test.ts']],
        ['e2e', ['tests/e2e/offline/drafts.spec.ts']],
      ]),
    )
  })

  it('are an error when a filter or a stage matches none', async () => {
    const refused = (...args: string[]) => expect(selectFiles(root, readSelection(args))).rejects
    await refused('e2e', 'no-such-file').toThrow('No test file of e2e has “no-such-file” in its path.')
    await refused('e2e', 'drafts', 'no-such-file').toThrow('No test file of e2e has “no-such-file” in its path.')
    await refused('unit,e2e', 'drafts.spec').toThrow('No test file of unit has “drafts.spec” in its path.')
  })

  it('are all existing test files, each in one stage', async () => {
    const folders = Object.values(stages).flatMap((stage) => ('folder' in stage ? [`${stage.folder}/`] : []))
    const files = (await filesBelow(root, 'tests')).filter((file) => /\.(?:test|spec)\.tsx?$/.test(file))
    const stagesOf = (file: string) => folders.filter((folder) => file.startsWith(folder)).length
    expect(files.filter((file) => stagesOf(file) !== 1)).toEqual([])
  })
})

describe('the seed of a run', () => {
  it('is the one in SEED for every random test that has none of its own', () => {
    const env = { SEED: '42', FUZZ_SEED: '7' }
    expect(setSeed(env)).toBe(42)
    expect(env).toEqual({ SEED: '42', FUZZ_SEED: '7', CHAOS_SEED: '42', FIGURES_SEED: '42' })
  })

  it('is random when SEED is not set, and SEED is rejected when it is no number', () => {
    const env: Record<string, string> = {}
    expect(setSeed(env)).toBe(Number(env.CHAOS_SEED))
    expect(() => setSeed({ SEED: 'today' })).toThrow(UsageError)
  })

  it('is passed in every variable from which a test reads a seed', async () => {
    const env: Record<string, string> = {}
    setSeed(env)
    for (const file of await filesBelow(root, 'tests')) {
      for (const [, name] of (await readFile(join(root, file), 'utf8')).matchAll(/process\.env\.(\w*SEED)\b/g))
        expect(Object.keys(env), file).toContain(name)
    }
  })
})
