import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../../src')

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') || file.endsWith('.ts'))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))

/** The fragments of links and navigations: `hash="scores"`, `hash: 'plans'`. */
const anchors = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/\bhash(?:=|: ?)["']([\w-]+)["']/g)].map(([, anchor]) => ({ file, anchor: anchor ?? '' })),
)

test('the test finds the links that name a fragment of a page', () => {
  expect(anchors.map(({ anchor }) => anchor)).toEqual(expect.arrayContaining(['scores', 'privacy', 'plans']))
})

test.each(anchors)('the link to #$anchor in $file leads to an element with that id', ({ anchor }) => {
  expect(sources.some(({ text }) => text.includes(`id="${anchor}"`))).toBe(true)
})
