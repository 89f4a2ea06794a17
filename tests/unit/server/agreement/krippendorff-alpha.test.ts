import { describe, expect, it } from 'vitest'
import { krippendorffAlpha, type Unit } from '#server/modules/ratings/agreement/krippendorff-alpha.ts'

/** Rows of observers as they are published, with a point for a missing value, as units. */
function unitsOf(...observers: string[]): Unit[] {
  const rows = observers.map((row) => row.split(' '))
  return (rows[0] ?? []).map((_, unit) =>
    rows.flatMap((row) => (row[unit] === '.' || row[unit] === undefined ? [] : [Number(row[unit])])),
  )
}

describe("Krippendorff's alpha for interval data", () => {
  it('is 0.849 for the four observers and twelve units with missing values that Krippendorff published', () => {
    const units = unitsOf(
      '1 2 3 3 2 1 4 1 2 . . .',
      '1 2 3 3 2 2 4 1 2 5 . 3',
      '. 3 3 3 2 3 4 2 2 5 1 .',
      '1 2 3 3 2 4 4 1 2 5 1 .',
    )
    expect(krippendorffAlpha(units)).toBeCloseTo(0.849, 3)
  })

  it('is 0.095 for his two observers of ten binary values, where it equals that for nominal data', () => {
    expect(krippendorffAlpha(unitsOf('0 1 0 0 0 0 0 0 1 0', '1 1 1 0 0 1 0 0 0 0'))).toBeCloseTo(0.095, 3)
  })

  it('is 0.811 for the three observers and fifteen units of the example in the encyclopedia', () => {
    const units = unitsOf(
      '. . . . . 3 4 1 2 1 1 3 3 . 3',
      '1 . 2 1 3 3 4 3 . . . . . . .',
      '. . 2 1 3 4 4 . 2 1 1 3 3 . 4',
    )
    expect(krippendorffAlpha(units)).toBeCloseTo(0.811, 3)
  })

  it('equals the sums over all pairs of its definition, for random values with gaps', () => {
    const units = Array.from({ length: 40 }, (_, unit) =>
      Array.from({ length: (unit * 7) % 5 }, (_, observer) => (unit * 31 + observer * 17) % 101),
    )
    const paired = units.filter(({ length }) => length > 1)
    const pairs = (values: readonly number[]) =>
      values.flatMap((a, i) => values.flatMap((b, j) => (i === j ? [] : [(a - b) ** 2])))
    const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
    const all = paired.flat()
    const observed = sum(paired.map((unit) => sum(pairs(unit)) / (unit.length - 1))) / all.length
    const expected = sum(pairs(all)) / (all.length * (all.length - 1))
    expect(krippendorffAlpha(units)).toBeCloseTo(1 - observed / expected, 10)
  })

  it('is 1 for full agreement, and not defined where all values are equal or nothing can be compared', () => {
    const fullAgreement = [
      [3, 3],
      [80, 80, 80],
    ]
    expect(krippendorffAlpha(fullAgreement)).toBe(1)
    expect(krippendorffAlpha([[50, 50], [50]])).toBeNull()
    expect(krippendorffAlpha([[50], [60], []])).toBeNull()
    expect(krippendorffAlpha([])).toBeNull()
  })
})
