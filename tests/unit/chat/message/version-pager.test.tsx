import { useState } from 'react'
import { expect, test } from 'vitest'
import { VersionPager } from '#features/chat/message/versions/version-pager.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { clearAnnouncements, LiveRegions } from '#ui/feedback/live-region.tsx'

function Page() {
  const [at, setAt] = useState(1)
  return (
    <>
      <VersionPager label="Versions" at={at} count={3} onChange={setAt} />
      <LiveRegions />
    </>
  )
}

test('the pager of versions announces the new position, and nothing at the first and the last version', async () => {
  clearAnnouncements()
  const page = await render(<Page />)
  const press = (name: string) => interact(() => page.querySelector<HTMLElement>(`[aria-label="${name}"]`)?.click())
  const said = () => [...page.querySelectorAll('[role="status"] p')].map(({ textContent }) => textContent)
  expect(said()).toEqual([])
  await press('Next version')
  expect(said()).toEqual(['3 of 3'])
  await press('Next version')
  expect(said()).toEqual(['3 of 3'])
  await press('Previous version')
  await press('Previous version')
  await press('Previous version')
  expect(said()).toEqual(['3 of 3', '2 of 3', '1 of 3'])
})
