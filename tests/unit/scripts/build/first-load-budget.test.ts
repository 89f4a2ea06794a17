import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { firstLoadBudgets, firstLoadBytes, overBudget } from '../../../../scripts/build/first-load-budget.ts'

const page = `<head>
<script type="module" crossorigin src="/assets/index-1.js"></script>
<link rel="modulepreload" crossorigin href="/assets/first-1.js">
<link rel="stylesheet" crossorigin href="/assets/first-1.css">
<link data-modulepreload crossorigin href="/assets/core-1.js">
<link rel="modulepreload" media="(min-width: 56.25rem)" crossorigin href="/assets/list-1.js">
<link rel="icon" href="/favicon.svg">
</head>`

/** Bytes that cannot be compressed. */
const content = (size: number) => randomBytes(size)

describe('the budget of a page', () => {
  it('counts the scripts and styles that the page names, not those that wait for the app or for a wide screen', () => {
    const asked: string[] = []
    const bytes = firstLoadBytes(page, (file) => {
      asked.push(file)
      return content(1_000)
    })
    expect(asked).toEqual(['assets/index-1.js', 'assets/first-1.js', 'assets/first-1.css'])
    expect(bytes).toBeGreaterThan(3_000)
    expect(bytes).toBeLessThan(3_500)
  })

  it('names a page that is over it, and one without a budget', () => {
    const budget = firstLoadBudgets['start.html'] ?? 0
    expect(overBudget(new Map([['start.html', page]]), () => content(1_000))).toEqual([])
    expect(overBudget(new Map([['start.html', page]]), () => content(budget))).toEqual([
      expect.stringMatching(/^start\.html fetches \d+ bytes before it can be used, \d+ over its budget$/),
    ])
    expect(overBudget(new Map([['other.html', page]]), () => '')).toEqual([expect.stringContaining('has no budget')])
  })

  it('refuses a page that names a file which the build lacks', () => {
    expect(() => firstLoadBytes(page, () => undefined)).toThrow('assets/index-1.js')
  })
})
