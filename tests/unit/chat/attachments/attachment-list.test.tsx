import { expect, onTestFinished, test, vi } from 'vitest'
import type { Attaching } from '#features/chat/attachments/attaching.ts'
import { AttachmentList } from '#features/chat/attachments/attachment-list.tsx'
import type { AttachedFile } from '#offline/database/rows.ts'
import { interact, render } from '#support/browser/render.tsx'

const { deleteDraftFiles } = vi.hoisted(() => ({ deleteDraftFiles: vi.fn() }))
vi.mock('#offline/files/draft-files.ts', async (original) => ({ ...(await original<object>()), deleteDraftFiles }))

const stored = (id: string): AttachedFile => ({
  ...{ id, name: `${id}.txt`, size: 6, media_type: 'text/plain', sha256: '0'.repeat(64), width: null, height: null },
})
const to = { userId: 7, draftKey: () => 'new' }

test('a removed file leaves the list before the database has deleted it, and returns if that fails', async () => {
  const deletion = Promise.withResolvers<void>()
  deleteDraftFiles.mockReturnValue(deletion.promise)
  const page = await render(<AttachmentList to={to} files={[stored('one'), stored('two')]} attaching={[]} vision />)
  const names = () => [...page.querySelectorAll('li [dir="auto"]')].map(({ textContent }) => textContent)
  expect(names()).toEqual(['one.txt', 'two.txt'])
  await interact(() => page.querySelector<HTMLElement>('[aria-label="Remove one.txt"]')?.click())
  expect(names()).toEqual(['two.txt'])
  deletion.reject(new Error('The connection was lost'))
  await vi.waitFor(() => expect(names()).toEqual(['one.txt', 'two.txt']))
})

test('a file that cannot be attached is scrolled into view with its reason', async () => {
  const shown = vi.fn<(this: Element) => void>()
  // jsdom has no layout.
  Element.prototype.scrollIntoView = shown
  onTestFinished(() => {
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
  })
  const selected = (id: string, problem: Attaching['problem']): Attaching => ({
    ...{ id, userId: 7, draftKey: 'new', name: `${id}.txt`, size: 6, preview: null, problem },
  })
  await render(
    <AttachmentList to={to} files={[]} attaching={[selected('fine', null), selected('last', 'too_many')]} vision />,
  )
  expect(shown.mock.contexts.map(({ textContent }) => textContent)).toEqual([
    'last.txt10 files is the most for one message',
  ])
})

test.each([
  ['the composer', true, '#composer'],
  ['the messages, without a mouse,', false, '[data-messages]'],
])('%s has the focus after the last file was removed while a question is edited', async (_, isFine, next) => {
  vi.stubGlobal('matchMedia', () => ({ matches: isFine }))
  onTestFinished(() => void vi.unstubAllGlobals())
  deleteDraftFiles.mockResolvedValue(undefined)
  const page = await render(
    <>
      <div data-messages="" tabIndex={-1}>
        <form>
          <textarea aria-label="Edited question" />
        </form>
      </div>
      <form>
        <AttachmentList to={to} files={[stored('only')]} attaching={[]} vision />
        <textarea id="composer" />
      </form>
    </>,
  )
  const button = page.querySelector<HTMLElement>('[aria-label="Remove only.txt"]')
  await interact(() => {
    button?.focus()
    button?.click()
  })
  expect(button?.isConnected).toBe(false)
  expect(document.activeElement).toBe(page.querySelector(next))
})
