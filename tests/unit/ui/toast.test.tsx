import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { interact, render } from '#support/browser/render.tsx'
import { toastError, toastSuccess, toastUndo } from '#ui/feedback/toast.ts'
import { Toaster } from '#ui/feedback/toaster.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const pass = (milliseconds: number) => interact(() => vi.advanceTimersByTime(milliseconds))

test('a success toast is announced politely, an error toast at once', async () => {
  const page = await render(<Toaster />)
  await interact(() => {
    toastSuccess('Plan created successfully')
    toastError('The server is busy')
  })
  expect(page.querySelector('[role="status"]')?.textContent).toBe('Plan created successfully')
  expect(page.querySelector('[role="alert"]')?.textContent).toBe('The server is busy')
  await pass(6000)
})

test('toasts follow the visible part of the page, which a keyboard scrolls on iOS', async () => {
  const viewport = Object.assign(new EventTarget(), { scale: 1, height: 844, offsetTop: 0 })
  vi.stubGlobal('visualViewport', viewport)
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(<Toaster />)
  const top = () => page.querySelector('section')?.style.getPropertyValue('--screen-top')
  expect(top()).toBe('0px')
  Object.assign(viewport, { height: 460, offsetTop: 280 })
  viewport.dispatchEvent(new Event('scroll'))
  expect(top()).toBe('280px')
  const styles = readFileSync(join(import.meta.dirname, '../../../src/ui/feedback/toaster.module.css'), 'utf8')
  expect(styles).toMatch(/\.stack \{[^}]*inset: calc\(var\(--screen-top, 0px\)/)
})

test('a toast closes after five seconds, not before', async () => {
  const page = await render(<Toaster />)
  await interact(() => toastSuccess('Plan updated successfully'))
  await pass(4900)
  expect(page.textContent).toContain('Plan updated successfully')
  await pass(100)
  await pass(250)
  expect(page.textContent).toBe('')
})

test('the timer of a toast pauses while the pointer or the focus is on it, and continues afterwards', async () => {
  const page = await render(<Toaster />)
  await interact(() => toastError('Unexpected error'))
  await pass(3000)
  const stack = page.querySelector('section') as HTMLElement
  const point = (kind: 'over' | 'out') =>
    interact(() =>
      stack.dispatchEvent(new MouseEvent(`pointer${kind}`, { bubbles: true, relatedTarget: document.body })),
    )
  const x = page.querySelector<HTMLButtonElement>('[aria-label="Dismiss"]')
  await point('over')
  await interact(() => x?.focus())
  await pass(10_000)
  await point('out')
  await pass(10_000)
  expect(page.textContent).toContain('Unexpected error')
  await interact(() => x?.blur())
  await pass(1900)
  expect(page.textContent).toContain('Unexpected error')
  await pass(100)
  await pass(250)
  expect(page.textContent).toBe('')
})

test('a toast that is dismissed by keyboard does not pause the timer of the next', async () => {
  const page = await render(<Toaster />)
  await interact(() => toastError('Unexpected error'))
  const x = page.querySelector<HTMLButtonElement>('[aria-label="Dismiss"]')
  await interact(() => x?.focus())
  await interact(() => x?.click())
  await pass(250)
  await interact(() => toastSuccess('Plan updated successfully'))
  await pass(5000)
  await pass(250)
  expect(page.textContent).toBe('')
})

test('a toast can be dismissed', async () => {
  const page = await render(<Toaster />)
  await interact(() => toastError('Unexpected error'))
  await interact(() => page.querySelector<HTMLButtonElement>('[aria-label="Dismiss"]')?.click())
  await pass(250)
  expect(page.textContent).toBe('')
})

/** Shows the undo toast of an action; returns a record of what happened to the action. */
function doneOnce(id: string, text: string): string[] {
  const told: string[] = []
  const lapse = () => told.push(`${text} stays`)
  toastUndo({ id, text, undoLabel: 'Undo', onUndo: () => told.push(`${text} undone`), onLapse: lapse })
  return told
}

const press = (page: HTMLElement, words: string) =>
  interact(() => [...page.querySelectorAll('button')].find((each) => each.outerHTML.includes(words))?.click())

test('an undoable action is either undone or committed, once, however its toast closes', async () => {
  const page = await render(<Toaster />)
  let told: string[] = []
  await interact(() => {
    told = doneOnce('one', 'First')
  })
  await press(page, 'Undo')
  await pass(20_000)
  expect(told).toEqual(['First undone'])
  await interact(() => {
    told = doneOnce('two', 'Second')
  })
  await press(page, 'Dismiss')
  await pass(20_000)
  expect(told).toEqual(['Second stays'])
  await interact(() => {
    told = doneOnce('three', 'Third')
  })
  await pass(7900)
  expect(told).toEqual([])
  await pass(200)
  await pass(20_000)
  expect(told).toEqual(['Third stays'])
})

test('a repeated toast replaces the earlier one and restarts its timer', async () => {
  const page = await render(<Toaster />)
  let [first, both]: string[][] = [[], []]
  await interact(() => {
    first = doneOnce('more', 'One chat')
  })
  await pass(5000)
  await interact(() => {
    both = doneOnce('more', 'Two chats')
  })
  await pass(5000)
  expect(page.textContent).toContain('Two chats')
  expect(page.textContent).not.toContain('One chat')
  await press(page, 'Undo')
  await pass(20_000)
  expect([first, both]).toEqual([[], ['Two chats undone']])
})

test('an action that is repeated while its toast closes gets a new toast, which is not removed with the first', async () => {
  const page = await render(<Toaster />)
  let second: string[] = []
  await interact(() => {
    doneOnce('again', 'First')
  })
  await press(page, 'Undo')
  await pass(199)
  await interact(() => {
    second = doneOnce('again', 'Second')
    // The removal of the first is due before the second is rendered.
    vi.advanceTimersByTime(1)
  })
  expect(page.textContent).toContain('Second')
  await press(page, 'Dismiss')
  await pass(250)
  expect(second).toEqual(['Second stays'])
})

test.each(['Undo', 'Dismiss'])('"%s" returns the focus to where the user came from, else to the page', async (name) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(
    <>
      <main id="main" tabIndex={-1}>
        <input />
      </main>
      <Toaster />
    </>,
  )
  const find = () => [...page.querySelectorAll('button')].find((each) => each.outerHTML.includes(name))
  const main = page.querySelector('main')
  const field = page.querySelector('input')
  const pressIt = async () => {
    await interact(() => find()?.focus())
    await interact(() => find()?.click())
    await pass(250)
    expect(find()).toBeUndefined()
  }
  await interact(() => void doneOnce(`${name} once`, 'First'))
  await interact(() => field?.focus())
  await pressIt()
  expect(document.activeElement).toBe(field)
  await interact(() => void doneOnce(`${name} again`, 'Second'))
  await interact(() => find()?.focus())
  field?.remove()
  await pressIt()
  expect(document.activeElement).toBe(main)
})

test.each([
  ['the page', <textarea key="a" />, 'main'],
  [
    'the dialog',
    <div key="b" role="dialog" tabIndex={-1}>
      <textarea />
    </div>,
    '[role="dialog"]',
  ],
  [
    'the question',
    <div key="c" role="alertdialog" tabIndex={-1}>
      <textarea />
    </div>,
    '[role="alertdialog"]',
  ],
])('a toast pressed on a touch device moves the focus to %s, so that no keyboard opens', async (_, field, next) => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(
    <>
      <main id="main" tabIndex={-1}>
        {field}
      </main>
      <Toaster />
    </>,
  )
  await interact(() => toastError('Unexpected error'))
  await interact(() => page.querySelector('textarea')?.focus())
  await interact(() => page.querySelector<HTMLElement>('[aria-label="Dismiss"]')?.focus())
  await press(page, 'Dismiss')
  await pass(250)
  expect(document.activeElement).toBe(page.querySelector(next))
})
