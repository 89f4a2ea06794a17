import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrast, type Oklch, toHex } from '#support/browser/contrast.ts'
import { barColours } from '#ui/theme/theme.ts'

const css = readFileSync(join(import.meta.dirname, '../../../src/ui/theme/tokens.css'), 'utf8')
const oklch = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`
const themes = ['light', 'dark'] as const

function token(name: string, theme: (typeof themes)[number]): Oklch {
  const pair = new RegExp(String.raw`--${name}: light-dark\(${oklch}, ${oklch}\);`).exec(css)
  const fixed = new RegExp(`--${name}: ${oklch};`).exec(css)
  const found = pair ? pair.slice(theme === 'light' ? 1 : 4) : fixed?.slice(1)
  if (!found) throw new Error(`tokens.css has no colour --${name}`)
  return [Number(found[0]), Number(found[1]), Number(found[2])]
}

const papers = ['paper', 'surface', 'raised']
const readable: [text: string, ground: string][] = [
  ...['ink', 'soft', 'faint', 'accent', 'accent-strong', 'danger', 'warn'].flatMap((text) =>
    papers.map((paper): [string, string] => [text, paper]),
  ),
  ['accent', 'accent-tint'],
  ['ink', 'accent-tint'],
  ['soft', 'accent-tint'],
  ['warn', 'warn-tint'],
  ['ink', 'warn-tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
  ['on-toast', 'toast'],
  ['toast-faint', 'toast'],
  ['toast-accent', 'toast'],
  ['toast-warn', 'toast'],
  ['toast', 'toast-accent'],
]
const axes = ['truth', 'fairness', 'wisdom', 'duty', 'safety', 'liberty'].map((axis) => `axis-${axis}`)
const visible = ['edge', ...axes].flatMap((shape) => papers.map((paper): [string, string] => [shape, paper]))

describe.each(themes)('the %s theme', (theme) => {
  test.each(readable)('makes %s readable on %s', (text, ground) => {
    expect(contrast(token(text, theme), token(ground, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(visible)('makes %s stand out from %s', (shape, ground) => {
    expect(contrast(token(shape, theme), token(ground, theme))).toBeGreaterThanOrEqual(3)
  })

  test('the theme colour of the browser bars is that of the page background', () => {
    expect(barColours[theme]).toBe(toHex(token('paper', theme)))
  })
})
