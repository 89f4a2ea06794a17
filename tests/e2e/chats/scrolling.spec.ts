import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import type { App } from '../support/app.ts'

const QUESTIONS = Array.from({ length: 30 }, (_, index) => `Question number ${index + 1} of many.`)

/** The pixels of one wheel event: less than the visible height, so that no question is skipped. */
const STEP = 200
const STRAY = 20
/** The rows that the virtualizer shifts on iOS during a scroll: the final height is unknown until then. */
const ROWS_BELOW = '[style*="margin-block-end"]'

const messages = (page: Page) => page.getByRole('region', { name: 'Messages' })
const question = (page: Page, number: number) =>
  page.getByRole('article', { name: 'You' }).filter({ hasText: `number ${number} of` })
/** Returns the pixels below the visible part. */
const below = (page: Page) =>
  messages(page).evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop))

/**
 * Measures the list: the pixels to scroll in both directions; the visible messages with their edges in pixels, and
 * whether each is the wanted question in full; the largest gap or overlap of two messages; the largest empty space in
 * the view.
 */
const look = (page: Page, number: number) =>
  messages(page).evaluate((list, number) => {
    const view = list.getBoundingClientRect()
    const seen = [...list.querySelectorAll('article')].flatMap((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      if (bottom <= view.top || top >= view.bottom) return []
      const isIt =
        row.ariaLabelledByElements?.[0]?.textContent === 'You' && row.innerText.includes(`number ${number} of`)
      return [{ id: row.dataset.message, top, bottom, isFound: isIt && top >= view.top && bottom <= view.bottom }]
    })
    const torn = seen.slice(1).map(({ top }, index) => Math.abs(top - (seen[index]?.bottom ?? top)))
    const { scrollTop, scrollHeight, clientHeight } = list
    const empty = Math.max((seen[0]?.top ?? view.bottom) - view.top, view.bottom - (seen.at(-1)?.bottom ?? view.top))
    return { up: scrollTop, down: scrollHeight - clientHeight - scrollTop, seen, torn: Math.max(0, ...torn), empty }
  }, number)

/**
 * Scrolls by wheel until a question is visible. After each event the visible messages must have moved by that distance,
 * within the error of one row's estimated height, and no gap may appear between messages.
 */
async function scrollTo(page: Page, number: number, way: -1 | 1): Promise<void> {
  await messages(page).hover()
  for (;;) {
    await expect(messages(page).locator(ROWS_BELOW)).toHaveCount(0)
    const { up, down, seen, empty } = await look(page, number)
    // The list has moved for an older page and renders its rows in the next frame: this measurement is invalid.
    if (empty > STEP) continue
    if (seen.some(({ isFound }) => isFound)) return
    const row = seen.at(way < 0 ? 0 : -1)
    const left = way < 0 ? up : down
    if (left < 1) throw new Error(`Question ${number} is not there`)
    const pixels = -way * Math.min(STEP, left)
    const strayed = async () => {
      const now = await look(page, number)
      expect(now.torn).toBeLessThanOrEqual(1)
      const moved = (now.seen.find(({ id }) => id === row?.id)?.top ?? Number.NaN) - (row?.top ?? Number.NaN)
      return Math.abs(moved - pixels)
    }
    await page.mouse.wheel(0, way * STEP)
    await expect.poll(strayed).toBeLessThan(STRAY)
  }
}

/**
 * Lets the chat grow, and scrolls up after the app has followed the new end, but before that fires its scroll event.
 * Returns by how many pixels the view has moved after the chat has grown again.
 */
const scrollUpInTheFrameOfGrowth = (page: Page, pixels: number) =>
  messages(page).evaluate(async (list, pixels) => {
    const content = list.firstElementChild
    if (!(content instanceof HTMLElement)) throw new Error('The list is empty')
    const filler = content.appendChild(document.createElement('div'))
    const grow = (height: number, after: () => void = () => {}) =>
      new Promise<void>((resolve) => {
        const before = content.offsetHeight
        // Called after the observer of the app, which is older.
        const observer = new ResizeObserver(() => {
          if (content.offsetHeight === before) return
          observer.disconnect()
          after()
          requestAnimationFrame(() => resolve())
        })
        observer.observe(content)
        filler.style.height = `${height}px`
      })
    await grow(300, () => list.scrollBy(0, -pixels))
    const { scrollTop } = list
    await grow(600)
    const moved = Math.round(list.scrollTop - scrollTop)
    filler.remove()
    return moved
  }, pixels)

/**
 * Counts the frames in which an open chat shows no message, before and after each paint. Returns a function that
 * returns the count since the page was loaded.
 */
async function countEmptyFrames(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const counted = { empty: 0 }
    Object.assign(window, { counted })
    const painted = new MessageChannel()
    const isEmpty = () => {
      const list = document.querySelector('[data-messages]')
      const view = list?.getBoundingClientRect()
      const rows = [...(list?.querySelectorAll('article') ?? [])].map((row) => row.getBoundingClientRect())
      return view !== undefined && rows.every(({ top, bottom }) => bottom <= view.top || top >= view.bottom)
    }
    painted.port1.onmessage = () => {
      if (isEmpty()) counted.empty += 1
    }
    const look = () => {
      if (isEmpty()) painted.port2.postMessage(null)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  return () => page.evaluate(() => (window as Window & { counted?: { empty: number } }).counted?.empty ?? -1)
}

async function readUpAndDown(app: App): Promise<void> {
  const { page } = app
  const user = await app.makeUser()
  const chatId = await user.chat(QUESTIONS, 'A long chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(question(page, 30)).toBeInViewport()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)

  await scrollTo(page, 1, -1)
  await scrollTo(page, 25, 1)
  await page.getByRole('button', { name: 'To the end' }).click()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
  await expect(question(page, 30)).toBeInViewport()

  await scrollTo(page, 24, -1)
  await app.ask('Where was I?')
  await expect(app.said('Where was I?')).toBeInViewport()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
}

test('a long chat opens at its end, scrolls up to its beginning, and returns for a new question', async ({
  app,
  page,
}) => {
  const emptyFrames = await countEmptyFrames(page)
  await readUpAndDown(app)
  // Loading an older page has never emptied the list.
  expect(await emptyFrames()).toBe(0)
})

test.describe('in Safari on an iPhone, where scripts may not move a scroll in progress', () => {
  test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1' })
  test('a long chat scrolls up to its beginning and down again', ({ app }) => readUpAndDown(app))
})

test('the end stays in view above a keyboard; a scroll up is kept when the chat grows or the page becomes narrow', async ({
  app,
  page,
  model,
}) => {
  const user = await app.makeUser()
  model.next({ tokens: ['Many words in one long line. '.repeat(200)] })
  const chatId = await user.chat(QUESTIONS.slice(0, 5), 'A short chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(question(page, 5)).toBeInViewport()
  await page.setViewportSize({ width: 1280, height: 500 })
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)

  expect(await scrollUpInTheFrameOfGrowth(page, 100)).toBe(0)
  await scrollTo(page, 3, -1)
  const place = () => question(page, 3).evaluate((row) => row.getBoundingClientRect().top)
  const height = () => messages(page).evaluate((list) => list.scrollHeight)
  const [before, high] = [await place(), await height()]
  await page.setViewportSize({ width: 910, height: 500 })
  await expect.poll(height).toBeGreaterThan(high + 100)
  await expect.poll(async () => Math.abs((await place()) - before)).toBeLessThanOrEqual(2)
})

test('a growing answer is followed until the user scrolls up: then the view stays, and a button shows that it grows', async ({
  app,
  page,
  model,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(QUESTIONS.slice(0, 12), 'A long chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(question(page, 12)).toBeInViewport()
  const paragraphs = Array.from({ length: 9 }, (_, index) => `Paragraph ${index}. ${'Many words. '.repeat(40)}\n\n`)
  const answer = model.next(paragraphs)
  await app.ask('Tell me at length')
  await answer.released(3)
  await expect(messages(page).getByText('Paragraph 2.')).toBeVisible()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)

  await scrollTo(page, 6, -1)
  const place = () => question(page, 6).evaluate((row) => row.getBoundingClientRect().top)
  const before = await place()
  await answer.released(6)
  await page.getByRole('button', { name: 'New text below' }).waitFor()
  expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1)

  await page.getByRole('button', { name: 'New text below' }).click()
  await answer.release()
  await expect(messages(page).getByText('Paragraph 8.')).toBeVisible()
  await expect.poll(() => below(page)).toBeLessThanOrEqual(1)
})
