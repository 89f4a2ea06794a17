import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Agreement, AxisAgreement } from '#contract/objects/ratings/agreement.ts'
import { axes, type Scores } from '#contract/objects/scores.ts'
import { agreementQuery } from '#data/agreement-query.ts'
import { queryClient } from '#data/query-client.ts'
import { AxisScores } from '#features/chat/scores/panel/axis-scores.tsx'
import { AgreementPart } from '#features/information/agreement/agreement-part.tsx'
import { AgreementTable } from '#features/information/agreement/agreement-table.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'

const few = (axis: (typeof axes)[number], answers: number): AxisAgreement => ({
  ...{ axis, answers, shared_answers: 0, ratings: answers },
  ...{ people_alpha: null, judge_alpha: null, mean_error: null, bias: null, within: null, bins: [] },
})
const enough: AxisAgreement = {
  ...few('truth', 42),
  ratings: 100,
  people_alpha: { value: 0.714, low: 0.6, high: 0.8 },
  judge_alpha: { value: -0.05, low: -0.2, high: 0.1 },
  mean_error: { value: 8.4, low: 7, high: 10 },
  within: 17,
  bins: [{ from: 60, to: 79, answers: 42, judge_mean: 71.2, people_mean: 64.8 }],
}
const rated = (first: AxisAgreement): Agreement => ({
  minimum: 30,
  computed_at: '2026-11-23T10:00:00.000Z',
  versions: [
    { rubric_version: 'judge-1', source: 'model', axes: [first, ...axes.slice(1).map((axis) => few(axis, 12))] },
  ],
})
const scores: Scores = {
  message: '0198b9d0-0000-7000-8000-000000000000',
  ...{ truth: 70, fairness: 80, wisdom: 60, duty: 75, safety: null, liberty: 50, pcs: null, ics: null },
  ...{ reasons: {}, source: 'model', rubric_version: 'judge-1', created_at: '2026-11-23T09:00:00.000Z' },
}

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

describe('the comparison with people on the information page', () => {
  const pageOf = async (agreement: Agreement) => {
    queryClient.setQueryData(agreementQuery.queryKey, agreement)
    return render(<AgreementPart />)
  }

  it('says that it is not enough yet, and how many there are', async () => {
    const page = await pageOf(rated(few('truth', 12)))
    expect(page.textContent).toContain('Not enough yet. 12 answers have been rated; with 30 something can be said.')
    expect(page.querySelector('table')).toBeNull()
    expect((await pageOf({ ...rated(enough), versions: [] })).textContent).toContain('Not enough yet. 0 answers')
  })

  it('has figures with intervals for the axes that have enough, and says so of the others', async () => {
    const page = await pageOf(rated(enough))
    const rows = [...(page.querySelectorAll('table')[0]?.querySelectorAll('tbody tr') ?? [])]
    expect(rows.map(({ textContent }) => textContent).slice(0, 2)).toEqual([
      'Truth42 (100 ratings)0.71 (0.60 to 0.80)−0.05 (−0.20 to 0.10)8 (7 to 10)±17',
      'Fairness12 (12 ratings)not enough yet',
    ])
    expect(page.querySelectorAll('svg')).toHaveLength(1)
    expect(page.querySelectorAll('table')[1]?.querySelector('tbody')?.textContent).toBe('Truth60–79427165')
  })
})

describe('the table of the comparison', () => {
  it('counts a single rating in the singular', async () => {
    const page = await render(<AgreementTable caption="" axes={[few('truth', 1)]} />)
    expect(page.querySelector('tbody')?.textContent).toBe('Truth1 (1 rating)not enough yet')
  })
})

describe('the scores of an answer', () => {
  const panelOf = async (agreement: Agreement, shown = scores) => {
    queryClient.setQueryData(agreementQuery.queryKey, agreement)
    const panel = await render(<AxisScores scores={shown} onQuote={vi.fn()} />)
    return panel.textContent
  }

  it('have beside them how far people were, where enough have rated such answers', async () => {
    const text = await panelOf(rated(enough))
    expect(text).toContain('Truth70People who rated such answers were within ±17 in nine of ten.')
    expect(text?.match(/People who rated/g)).toHaveLength(1)
  })

  it('have nothing beside them below the minimum, and nothing of another rubric or judge', async () => {
    expect(await panelOf(rated(few('truth', 29)))).not.toContain('People')
    expect(await panelOf(rated(enough), { ...scores, rubric_version: 'judge-2' })).not.toContain('People')
    expect(await panelOf(rated(enough), { ...scores, source: 'practice' })).not.toContain('People')
  })
  it('quote the answer in the quotation marks of the language', async () => {
    const reasons = { truth: { reason: 'It is May.', quote: 'in May' } }
    const panel = await render(<AxisScores scores={{ ...scores, reasons }} onQuote={vi.fn()} />)
    expect(panel.textContent).toContain('“in May”')
    await interact(() => activateLanguage('es'))
    expect(panel.textContent).toContain('«in May»')
  })
})
