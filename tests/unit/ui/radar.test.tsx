import { expect, test } from 'vitest'
import { render } from '#support/browser/render.tsx'
import { Glyph } from '#ui/score-chart/glyph.tsx'
import { Radar } from '#ui/score-chart/radar.tsx'

const values = { truth: 92, fairness: 84, wisdom: 78, duty: 88, safety: 95, liberty: null }

test('the radar chart has its values as text, and says when an axis was not assessed', async () => {
  const page = await render(<Radar values={values} size={160} />)
  expect(page.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe(
    'Truth 92, Fairness 84, Wisdom 78, Duty 88, Safety 95, Liberty not assessed',
  )
})

test('an axis that was not assessed has no point instead of one at 0', async () => {
  const page = await render(<Radar values={values} size={160} />)
  expect(page.querySelectorAll('circle')).toHaveLength(5)
})

test('values beyond the scale stay inside the hexagon, and a chart without values draws nothing', async () => {
  const nothing = { truth: null, fairness: null, wisdom: null, duty: null, safety: null, liberty: null }
  const over = await render(<Radar values={{ ...nothing, truth: 140 }} size={200} />)
  expect(over.querySelector('circle')?.getAttribute('cy')).toBe('-100')
  const empty = await render(<Glyph values={nothing} />)
  expect(empty.querySelectorAll('path')[1]?.getAttribute('d')).toBe('')
})
