import { expect, test } from 'vitest'
import { choosePrompts, examplePrompts, type Moment, momentOf } from '#features/chat/prompts/example-prompts.ts'

const at = (hour: number) => new Date(2026, 5, 1, hour)

test('the day has four parts, and each has its own example prompts', () => {
  const parts = [4, 5, 11, 12, 17, 18, 22, 23].map((hour) => momentOf(at(hour)))
  expect(parts).toEqual(['night', 'morning', 'morning', 'day', 'day', 'evening', 'evening', 'night'] satisfies Moment[])
})

test('each row of prompts fits the time of day, has three topics, and repeats none of the row before it', () => {
  let seed = 20_260_101
  const random = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
  let last: string[] = []
  const seen = new Set<string>()
  for (let n = 0; n < 400; n += 1) {
    const now = at(n % 24)
    const row = choosePrompts(now, last, random)
    expect(row).toHaveLength(3)
    expect(row[0]?.when).toBe(momentOf(now))
    for (const { when } of row.slice(1)) expect(when).toBeUndefined()
    expect(new Set(row.map(({ topic }) => topic)).size).toBe(3)
    const ids = row.map(({ id }) => id)
    expect(ids.filter((id) => last.includes(id))).toEqual([])
    for (const id of ids) seen.add(id)
    last = ids
  }
  // Every prompt is used.
  expect(seen.size).toBe(examplePrompts.length)
})

test('every prompt has a unique id and a text in both languages', () => {
  expect(new Set(examplePrompts.map(({ id }) => id)).size).toBe(examplePrompts.length)
  for (const { en, es } of examplePrompts) {
    expect(en).toMatch(/^\p{Lu}.*[.?]$/u)
    expect(es).toMatch(/^[\p{Lu}¿].*[.?]$/u)
    expect(en).not.toBe(es)
  }
})
