import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { chooseRuns, folders } from '../../mutants/folders.ts'
import { scoreOf, tableOf } from '../../mutants/table.ts'

const outcomes = (counts: Record<string, number>) =>
  Object.entries(counts).flatMap(([status, count]) => Array.from({ length: count }, () => ({ status })))

describe('the mutation score of a folder', () => {
  it('is the share of the covered mutants that a test detected or that timed out', () => {
    const score = scoreOf('src/api', outcomes({ Killed: 7, Timeout: 1, Survived: 2, NoCoverage: 5, Ignored: 9 }))
    expect(score).toEqual({
      name: 'src/api',
      mutants: 15,
      killed: 7,
      timedOut: 1,
      survived: 2,
      uncovered: 5,
      score: 80,
    })
    expect(tableOf([score]).split('\n').at(-1)).toBe('| src/api | 15 | 7 | 1 | 2 | 5 | 80.0 % |')
  })

  it('leaves out mutants that run while a module loads', () => {
    expect(scoreOf('src/api', [{ status: 'Killed' }, { status: 'Survived', static: true }])).toMatchObject({
      mutants: 1,
      score: 100,
    })
  })

  it('is full without covered mutants, so that a file of constants fails nothing', () => {
    expect(scoreOf('src/api', outcomes({ NoCoverage: 3 })).score).toBe(100)
  })
})

describe('the folders to mutate', () => {
  it('are all of the core unless some are named', () => {
    expect(chooseRuns([]).map(({ name }) => name)).toEqual(Object.keys(folders))
    expect(chooseRuns(['server/']).every(({ folder }) => folder.startsWith('server/'))).toBe(true)
  })

  it('can be named by a part of their path, down to single files', () => {
    const [run, ...more] = chooseRuns(['./src/api/client.ts', 'src/api/errors.ts'])
    expect(run).toMatchObject({ folder: 'src/api', mutate: ['src/api/client.ts', 'src/api/errors.ts'] })
    expect(more).toEqual([])
    expect(chooseRuns(['src/offline/search/'])[0]?.mutate).toEqual(['src/offline/search/**/*.ts'])
  })

  it('name code and tests that exist', () => {
    const patterns = Object.values(folders).flatMap(({ mutate, testFiles }) => [...mutate, ...testFiles])
    expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
  })

  it('are listed when a named one does not exist', () => {
    expect(() => chooseRuns(['src/apis'])).toThrow(/“src\/apis” .*src\/api, .*server\/modules\/scores/)
  })
})
