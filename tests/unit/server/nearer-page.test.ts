import { expect, test } from 'vitest'
import { nearerPage } from '#server/db/nearer-page.ts'

test('a page that is read from the nearer end has the rows of the page, and passes at most half of the list', () => {
  for (let count = 0; count <= 60; count += 1) {
    const list = Array.from({ length: count }, (_, n) => n)
    for (const size of [1, 7, 24]) {
      for (let number = 1; number <= count / size + 3; number += 1) {
        const { limit, offset, isReversed } = nearerPage(number, { size, count })
        const rows = (isReversed ? list.toReversed() : list).slice(offset, offset + limit)
        const read = isReversed ? rows.toReversed() : rows
        expect(read).toEqual(list.slice((number - 1) * size, number * size))
        expect(offset).toBeLessThanOrEqual(count / 2)
      }
    }
  }
})
