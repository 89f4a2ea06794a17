import { describe, expect, it } from 'vitest'
import { createQuestionTree } from '#server/modules/imports/use-cases/question-tree.ts'

describe('the position of an imported question', () => {
  it('is after the newest question with the same parent, which it replaces', () => {
    const questions = createQuestionTree([
      { id: 'a', parent: null, superseded_by: 'b' },
      { id: 'b', parent: null, superseded_by: null },
      { id: 'c', parent: 'b', superseded_by: null },
    ])
    const none = { superseded_by: null }
    expect(questions.add({ id: 'd', parent: 'b' })).toEqual({ ...none, parent: 'b', replaces: 'c' })
    expect(questions.add({ id: 'e', parent: 'b' })).toEqual({ ...none, parent: 'b', replaces: 'd' })
    expect(questions.add({ id: 'f', parent: 'e' })).toEqual({ ...none, parent: 'e', replaces: null })
    expect(questions.add({ id: 'g' })).toEqual({ ...none, parent: null, replaces: 'b' })
    expect(() => questions.add({ id: 'h', parent: 'z' })).toThrow()
    expect(['a', 'g', 'z'].map(questions.supersededBy)).toEqual(['b', null, undefined])
  })

  it('is found without going through the questions of the chat again', () => {
    let reads = 0
    const stored = Array.from({ length: 1_000 }, (_, n) => ({
      id: `${n}`,
      get parent() {
        reads += 1
        return n === 0 ? null : `${n - 1}`
      },
      superseded_by: null,
    }))
    const questions = createQuestionTree(stored)
    for (let n = 1_000; n < 2_000; n += 1) questions.add({ id: `${n}`, parent: `${n - 1}` })
    expect(reads).toBe(stored.length)
  })
})
