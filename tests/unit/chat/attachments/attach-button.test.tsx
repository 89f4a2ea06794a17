import 'fake-indexeddb/auto'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AttachButton } from '#features/chat/attachments/attach-button.tsx'
import { attachingFiles, whenAttached } from '#features/chat/attachments/attaching.ts'
import { interact, render } from '#support/browser/render.tsx'

const to = { userId: 7, draftKey: () => 'new' }

/** The entries of the menu on a device whose pointer is a finger or a mouse. */
async function openMenu(pointer: 'coarse' | 'fine') {
  // jsdom has no media queries.
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    attachingFiles.set([])
  })
  const page = await render(<AttachButton to={to} />)
  await interact(() => page.querySelector('button')?.click())
  const items = await vi.waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
    expect(found.length).toBeGreaterThan(0)
    return found
  })
  return { page, items }
}

describe('the menu of the button for files', () => {
  it('opens the camera on a phone, and takes what it has made', async () => {
    const { page, items } = await openMenu('coarse')
    const [camera] = page.querySelectorAll<HTMLInputElement>('input[capture="environment"]')
    if (camera === undefined) throw new Error('there is no field for the camera')
    const opened = vi.spyOn(camera, 'click')
    await interact(() => items.find(({ textContent }) => textContent === 'Take a photo')?.click())
    expect(opened).toHaveBeenCalledOnce()
    expect(camera.accept).toBe('image/*')
    // A text, because jsdom has no URLs for previews of pictures; it is larger than what can be attached.
    const selected = new File([new Uint8Array(20 * 1024 * 1024 + 1)], 'letter.txt', { type: 'text/plain' })
    Object.defineProperty(camera, 'files', { value: [selected] })
    await interact(() => camera.dispatchEvent(new Event('change', { bubbles: true })))
    expect(attachingFiles.get().map(({ name }) => name)).toEqual(['letter.txt'])
    await whenAttached()
  })

  it('has no camera on a desktop', async () => {
    const { items } = await openMenu('fine')
    expect(items.map(({ textContent }) => textContent)).toEqual(['Pictures', 'Files'])
  })
})
