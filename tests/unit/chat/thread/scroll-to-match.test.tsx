import { expect, onTestFinished, test, vi } from 'vitest'
import { scrollToMatch } from '#features/chat/thread/window/scroll-to-match.ts'

/** A list with one message, in a page that has the search open or not; returns what has the focus when it is found. */
async function show({ withSearch }: { withSearch: boolean }): Promise<Element | null> {
  const search = withSearch ? '<div role="dialog"><input aria-label="Search" /></div>' : ''
  document.body.innerHTML = `<div id="list" tabindex="0"><article data-message="m1"></article></div>${search}`
  document.querySelector('input')?.focus()
  const current = document.querySelector<HTMLElement>('#list')
  const end = scrollToMatch({ current }, { id: 'm1', found: '', estimate: () => 0 }, () => undefined)
  onTestFinished(end)
  await vi.waitFor(() => expect(document.querySelector('[data-found]')).not.toBeNull())
  return document.activeElement
}

test('a message that is shown as found gets the focus, unless a search was opened meanwhile', async () => {
  expect((await show({ withSearch: false }))?.id).toBe('list')
  expect((await show({ withSearch: true }))?.getAttribute('aria-label')).toBe('Search')
})
