import { useState } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { findStaticPage } from '#lib/first-page/find-static-page.ts'
import { replaceStaticPage } from '#lib/first-page/replace-static-page.ts'

const html = `
  <div data-prerendered="Log in" lang="en"><form method="dialog">
    <input name="email"><input name="letters" type="checkbox"><a href="/x">Elsewhere</a><button>Go</button>
  </form></div>
  <div data-prerendered="Entrar" lang="es"><p>Hola</p></div>`

/** Reports what intersects, as the browser does when a part comes near. */
let report: (isIntersecting: boolean) => void = () => {}

function Form({ onSubmit }: { onSubmit: (text: string) => void }) {
  const [email, setEmail] = useState('')
  const [isWanted, setWanted] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(`${email} ${isWanted}`)
      }}
    >
      <input name="email" value={email} onChange={(event) => setEmail(event.target.value)} />
      <input name="letters" type="checkbox" checked={isWanted} onChange={() => setWanted(!isWanted)} />
      <a href="/x">Elsewhere</a>
      <button type="submit">Go</button>
    </form>
  )
}

const root = document.createElement('div')
const field = () => root.querySelector<HTMLInputElement>('[name=email]')
const box = () => root.querySelector<HTMLInputElement>('[name=letters]')
const button = () => root.querySelector('button')

function open() {
  const page = findStaticPage(root, 'en')
  if (page === null) throw new Error('there is no prerendered content')
  return page
}

beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        report = (isIntersecting) => callback([{ isIntersecting }])
      }
      observe() {}
      disconnect() {}
    },
  )
  document.documentElement.removeAttribute('data-app')
  document.body.append(root)
  root.innerHTML = html
})

describe('prerendered content', () => {
  it('is shown in one language, with its title', () => {
    open()
    expect(root.textContent).not.toContain('Hola')
    expect(document.title).toBe('Log in')
  })

  it('is not used where the app shows something else', () => {
    document.documentElement.setAttribute('data-app', '')
    expect(findStaticPage(root, 'en')).toBeNull()
  })

  it.each(['pointerdown', 'keydown', 'focusin', 'scroll'])('is used from the first %s on', async (name) => {
    const used = vi.fn()
    const waiting = open().untilUsed().then(used)
    report(false)
    await Promise.resolve()
    expect(used).not.toHaveBeenCalled()
    field()?.dispatchEvent(new Event(name, { bubbles: true }))
    await waiting
    expect(used).toHaveBeenCalledOnce()
  })

  it('is used when a part that needs the app is near, and when it was filled before the script ran', async () => {
    const waiting = open().untilUsed()
    report(true)
    await waiting
    Object.assign(field() ?? {}, { value: 'ana@example.test' })
    await open().untilUsed()
  })

  it('gives the app what was typed, ticked, focused and pressed', async () => {
    const page = open()
    const submitted = vi.fn()
    const view = createRoot(root)
    onTestFinished(() => flushSync(() => view.unmount()))
    field()?.focus()
    Object.assign(field() ?? {}, { value: 'ana@example.test' })
    box()?.click()
    button()?.click()
    expect(page.pressed).toBeDefined()
    const old = field()
    await replaceStaticPage(page, root, () => flushSync(() => view.render(<Form onSubmit={submitted} />)))
    expect(field()).not.toBe(old)
    expect(document.activeElement).toBe(field())
    expect(submitted).toHaveBeenCalledExactlyOnceWith('ana@example.test true')
  })

  describe('while something is pressed', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())
    const down = new PointerEvent('pointerdown', { bubbles: true, button: 0 })
    const space = new KeyboardEvent('keydown', { bubbles: true, key: ' ' })
    const move = (buttons: number) => new PointerEvent('pointermove', { buttons })

    /** Says after each of the events, and 1 s, whether the content may be replaced. */
    async function releasedAfter(...events: Event[]): Promise<boolean[]> {
      const page = open()
      const seen: boolean[] = []
      for (const event of events) {
        ;(/down$/.test(event.type) ? button() : window)?.dispatchEvent(event)
        const released = vi.fn()
        page.untilReleased().then(released)
        await vi.advanceTimersByTimeAsync(1_000)
        seen.push(released.mock.calls.length === 1)
      }
      return seen
    }

    it.each([
      ['a click', down, new MouseEvent('click')],
      ['a release without a click', down, new PointerEvent('pointerup')],
      ['the scrolling of the page', down, new PointerEvent('pointercancel')],
      ['an unpressed pointer, which was released elsewhere', down, move(0)],
      ['the release of the space bar', space, new KeyboardEvent('keyup', { key: ' ' })],
      ['the loss of the window’s focus', space, new FocusEvent('blur')],
    ])('is not to be replaced before %s', async (_end, press, end) => {
      expect(await releasedAfter(press, move(1), end)).toEqual([false, false, true])
    })

    it('is not to be replaced before the last of two presses ends', async () => {
      const page = open()
      const released = vi.fn()
      button()?.dispatchEvent(down)
      page.untilReleased().then(released)
      window.dispatchEvent(new MouseEvent('click'))
      button()?.dispatchEvent(down)
      await vi.advanceTimersByTimeAsync(1_000)
      expect(released).not.toHaveBeenCalled()
      window.dispatchEvent(new MouseEvent('click'))
      await vi.advanceTimersByTimeAsync(0)
      expect(released).toHaveBeenCalledOnce()
    })

    it('can be replaced at once when another key or button is pressed', async () => {
      const letter = new KeyboardEvent('keydown', { bubbles: true, key: 'a' })
      expect(await releasedAfter(letter)).toEqual([true])
      expect(await releasedAfter(new PointerEvent('pointerdown', { bubbles: true, button: 2 }))).toEqual([true])
    })

    it('waits for the click of a touch, which comes after the release', async () => {
      const page = open()
      const released = vi.fn()
      button()?.dispatchEvent(down)
      page.untilReleased().then(released)
      window.dispatchEvent(new PointerEvent('pointerup'))
      await vi.advanceTimersByTimeAsync(50)
      expect(released).not.toHaveBeenCalled()
      button()?.click()
      expect(page.pressed).toBeDefined()
      await vi.advanceTimersByTimeAsync(0)
      expect(released).toHaveBeenCalledOnce()
    })
  })

  it('holds a press of a button, and of a link only where it depends on the query or has to take along what was typed', () => {
    const link = () =>
      root.querySelector('a')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    onTestFinished(() => history.replaceState(null, '', '/'))
    open()
    history.replaceState(null, '', '/?redirect=%2Fplans')
    expect(link()).toBe(false)
    root.innerHTML = html
    history.replaceState(null, '', '/')
    const page = open()
    // jsdom cannot follow the link.
    root.querySelector('a')?.removeAttribute('href')
    expect(link()).toBe(true)
    expect(page.pressed).toBeUndefined()
    const email = field()
    if (email) email.value = 'nora@example.org'
    expect(link()).toBe(false)
    expect(page.pressed).toBeDefined()
  })
})
