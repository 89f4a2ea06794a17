import { useState } from 'react'
import { expect, test } from 'vitest'
import { DayInput } from '#features/admin/audit/day-input.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

test('a day that is confirmed with Enter keeps the focus in its field, and the field follows the address', async () => {
  let day: string | undefined
  let goBack = () => {}
  function From() {
    const [shown, setShown] = useState<string>()
    day = shown
    goBack = () => setShown(undefined)
    return <DayInput day={shown} onChange={setShown} />
  }
  const page = await render(<From />)
  const field = () => page.querySelector('input') ?? expect.fail('no field')
  await typeInto(field(), '2026-11-02')
  await interact(() => field().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(day).toBe('2026-11-02')
  expect(document.activeElement).toBe(field())
  await interact(() => goBack())
  expect(field().value).toBe('')
})
