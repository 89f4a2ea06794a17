import { expect, test } from 'vitest'
import { chartPath, HEIGHT, WIDTH } from '#features/admin/metrics/chart-path.ts'

test('the line goes from edge to edge, the highest day at the top and 0 at the bottom', () => {
  expect(chartPath([0, 5, 10])).toBe(`M0 ${HEIGHT}L${WIDTH / 2} ${HEIGHT / 2}L${WIDTH} 0`)
})

test('days without anything lie on the ground', () => {
  expect(chartPath([0, 0])).toBe(`M0 ${HEIGHT}L${WIDTH} ${HEIGHT}`)
})

test('the lowest is the ground where all days are far from 0', () => {
  expect(chartPath([1200, 1210])).toBe(`M0 ${HEIGHT}L${WIDTH} 0`)
  expect(chartPath([1200, 1200])).toBe(`M0 0L${WIDTH} 0`)
})
