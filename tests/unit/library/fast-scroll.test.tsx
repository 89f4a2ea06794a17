import { expect, onTestFinished, test, vi } from 'vitest'
import { DaysLeft } from '#features/library/list/chat-status.tsx'
import { useFastScroll } from '#features/library/list/use-fast-scroll.ts'
import { VirtualRow } from '#features/library/list/virtual-row.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'

test('a row that was not measured yet is rendered at once, so that it is not rendered twice', async () => {
  const style = { position: 'absolute', top: 80, visibility: 'hidden' } as const
  const page = await render(
    <VirtualRow style={style} index={2}>
      A chat
    </VirtualRow>,
  )
  const row = page.querySelector('div')
  expect(row?.textContent).toBe('A chat')
  expect([row?.style.visibility, row?.style.top]).toEqual(['', '80px'])
})

test('the list reduces its rows during fast scrolling until it stops for a moment, and not during slow scrolling', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  let wasFast: boolean | undefined
  let seenByRows: boolean | undefined
  function List() {
    const { isFast, scrollingFast, onScrollCapture } = useFastScroll()
    wasFast = isFast
    // As the virtualizer does it: on the element itself, when React's capture phase is over.
    const onScroll = () => {
      seenByRows = scrollingFast.get()
    }
    return <div id="list" onScrollCapture={onScrollCapture} onScroll={onScroll} />
  }
  const page = await render(<List />)
  const list = page.querySelector('#list')
  const leapingAfter = async (act: () => void) => {
    await interact(act)
    return wasFast
  }
  const scroll = (scrollTop: number) => () => {
    Object.defineProperty(list, 'scrollTop', { value: scrollTop, configurable: true })
    list?.dispatchEvent(new Event('scroll'))
  }
  expect(await leapingAfter(scroll(400))).toBe(false)
  expect(await leapingAfter(scroll(2000))).toBe(true)
  expect(seenByRows).toBe(true)
  expect(await leapingAfter(() => vi.advanceTimersByTime(200))).toBe(true)
  expect(await leapingAfter(scroll(4000))).toBe(true)
  expect(await leapingAfter(() => vi.advanceTimersByTime(200))).toBe(true)
  expect(await leapingAfter(() => vi.advanceTimersByTime(200))).toBe(false)
})

test('the remaining days are shown in the current language', async () => {
  const page = await render([0, 1, 2].map((days) => <DaysLeft key={days} days={days} />))
  expect(page.textContent).toBe('Last day1 day left2 days left')
  await activateLanguage('es')
  await vi.waitFor(() => expect(page.textContent).toBe('Último díaQueda 1 díaQuedan 2 días'))
})
