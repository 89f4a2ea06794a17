import { expect, it, onTestFinished, vi } from 'vitest'
import type { Attaching } from '#features/chat/attachments/attaching.ts'
import { AttachmentList } from '#features/chat/attachments/attachment-list.tsx'
import { render } from '#support/browser/render.tsx'

it('a file that cannot be attached is scrolled into view with its reason', async () => {
  const shown = vi.fn<(this: Element) => void>()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = shown
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })
  const chosen = (id: string, problem: Attaching['problem']): Attaching => ({
    ...{ id, userId: 7, draftKey: 'new', name: `${id}.txt`, size: 6, preview: null, problem },
  })
  const to = { userId: 7, draftKey: () => 'new' }
  await render(
    <AttachmentList to={to} files={[]} attaching={[chosen('fine', null), chosen('last', 'too_many')]} vision />,
  )
  expect(shown.mock.contexts.map(({ textContent }) => textContent)).toEqual([
    'last.txt10 files is the most for one message',
  ])
})
