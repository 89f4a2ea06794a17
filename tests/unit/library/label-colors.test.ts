import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import { hexOf, type LabelColor, labelColors, tokenOf } from '#features/library/labels/label-colors.ts'
import { contrast, type Oklch, toHex } from '#support/browser/contrast.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, '../../../src', file), 'utf8')
const labels = read('features/library/labels/labels.module.css')
const tokens = read('ui/theme/tokens.css')
const oklch = String.raw`oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)`

function pair(css: string, name: string): [light: Oklch, dark: Oklch] {
  const found = new RegExp(`--${name}: light-dark\\(${oklch}, ${oklch}\\)`).exec(css)?.slice(1).map(Number)
  const [a, b, c, d, e, f] = found ?? []
  if (f === undefined) throw new Error(`No colour --${name}`)
  return [[a, b, c] as Oklch, [d, e, f] as Oklch]
}

function blockOf(color: LabelColor): string {
  const start = labels.indexOf(color === 'grey' ? '.color {' : `.color[data-color="${color}"]`)
  return labels.slice(start, labels.indexOf('}', start))
}

describe.each(labelColors)('the colour %s', (color) => {
  const text = pair(blockOf(color), 'label')

  test.each(['paper', 'surface', 'raised', 'accent-tint'])('is readable on %s', (ground) => {
    const grounds = pair(tokens, ground)
    for (const theme of [0, 1] as const) {
      expect(contrast(text[theme], grounds[theme])).toBeGreaterThanOrEqual(4.5)
    }
  })

  it('is readable on its own tint in both themes', () => {
    const tint = pair(blockOf(color), 'label-tint')
    for (const theme of [0, 1] as const) expect(contrast(text[theme], tint[theme])).toBeGreaterThanOrEqual(4.5)
  })

  it('is stored as the centre of its hue range', () => {
    const [, , hue] = text[0]
    expect(hexOf[color]).toBe(toHex([0.6, color === 'grey' ? 0.015 : 0.11, hue]))
    expect(tokenOf(hexOf[color])).toBe(color)
  })
})

test('replaces a colour of another client by the nearest one, and an invalid one by grey', () => {
  expect(['#ff0000', '#0000ff', '#00ff00', '#222222', '#ABCDEF'].map(tokenOf)).toEqual([
    ...['red', 'violet', 'green', 'grey', 'blue'],
  ])
  expect(tokenOf(null)).toBe('grey')
  expect(tokenOf('red; background: url(x)')).toBe('grey')
})
