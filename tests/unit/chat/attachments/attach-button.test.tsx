import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
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

describe('pasting', () => {
  beforeEach(async () => {
    // jsdom has no media queries.
    vi.stubGlobal('matchMedia', () => ({ matches: false }))
    onTestFinished(() => void vi.unstubAllGlobals())
    await render(
      <>
        <div data-messages="">
          <p>A question</p>
          <form>
            <textarea defaultValue="An edited question" />
          </form>
        </div>
        <form>
          <AttachButton to={to} />
        </form>
      </>,
    )
  })

  /** Pastes on the page, or in an element, what a program has copied; returns the names of what is attached then. */
  async function paste(text: string | null, names: readonly string[], place = 'body') {
    // jsdom has no clipboard. The files are larger than what can be attached, so nothing is read from them.
    const files = names.map((name) => new File([new Uint8Array(20 * 1024 * 1024 + 1)], name, { type: 'text/plain' }))
    const types = [...(text === null ? [] : ['text/plain']), 'Files']
    const clipboardData = { types, files, getData: (type: string) => (type === 'text/plain' ? (text ?? '') : '') }
    const event = new Event('paste', { bubbles: true, cancelable: true })
    await interact(() => document.querySelector(place)?.dispatchEvent(Object.assign(event, { clipboardData })))
    const attached = attachingFiles.get().map(({ name }) => name)
    await whenAttached()
    attachingFiles.set([])
    expect(event.defaultPrevented).toBe(attached.length > 0)
    return attached
  }

  it('attaches files without text, and those whose text is only their names or paths', async () => {
    expect(await paste(null, ['photo.txt'])).toEqual(['photo.txt'])
    expect(await paste('Informe.txt', ['Informe.txt'])).toEqual(['Informe.txt'])
    expect(await paste('A\u00f1o.txt\r\nb.txt\r\n', ['An\u0303o.txt', 'b.txt'])).toHaveLength(2)
    expect(await paste('/home/me/b.txt', ['b.txt'])).toEqual(['b.txt'])
    expect(await paste('C:\\docs\\b.txt', ['b.txt'])).toEqual(['b.txt'])
  })

  it('leaves other text to the field, such as that of an office program, which copies a picture of it too', async () => {
    expect(await paste('Sales of May', ['image.txt'])).toEqual([])
    expect(await paste('image.txt\nSales of May', ['image.txt'])).toEqual([])
    expect(await paste('myimage.txt', ['image.txt'])).toEqual([])
    expect(await paste(' ', ['image.txt'])).toEqual([])
  })
  it('attaches files after a click in the messages, but not where a question is edited', async () => {
    expect(await paste(null, ['photo.txt'], '[data-messages]')).toEqual(['photo.txt'])
    expect(await paste(null, ['photo.txt'], '[data-messages] p')).toEqual(['photo.txt'])
    expect(await paste(null, ['photo.txt'], '[data-messages] textarea')).toEqual([])
  })
})
