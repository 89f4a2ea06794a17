// @vitest-environment jsdom
import 'fake-indexeddb/auto'
import { RouterProvider } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { RATING_QUOTE_MAX } from '#contract/limits.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { adopt } from '#session/state/session-atom.ts'
import { openRouter } from '#support/browser/app-page.tsx'
import { interact, render, typeInto, waitToRender } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'

const userId = 7
vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

const exchanges = ['One', 'Two'].map((question) => ({
  ...{ id: crypto.randomUUID(), question, answer: 'In May.\n\nWhen the soil is warm.', language: 'en' as const },
}))

async function openPage() {
  await database().outbox.clear()
  await database().drafts.clear()
  await database().profiles.put({ userId, id: 'exchanges', exchanges })
  return loadPage()
}

async function loadPage() {
  adopt({ generation: 1, session: { ...makeAuthenticated(userId), generation: 1 } })
  const page = await render(<RouterProvider router={await openRouter('/rating')} />)
  await vi.waitFor(() => expect(page.textContent).toContain('One'))
  const press = (name: string) =>
    interact(() => {
      const found = [...document.querySelectorAll<HTMLElement>('button')].find(
        ({ textContent }) => textContent === name,
      )
      if (!found) throw new Error(`There is no button ${name}`)
      found.click()
    })
  const field = (label: string) => {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
    const input = document.getElementById(found?.htmlFor ?? '')
    if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) return input
    throw new Error(`There is no field ${label}`)
  }
  return { page, press, field, entries: () => readEntries(database(), userId) }
}

/** The element and the text of the answer, and the heading and the button around it. */
function answerOf(page: HTMLElement) {
  const element = [...page.querySelectorAll('div')].find((each) => each.textContent === exchanges[0]?.answer)
  const text = element?.firstChild ?? expect.fail('no answer')
  const section = text.parentElement?.parentElement ?? expect.fail('no section')
  const heading = section.querySelector('h2')?.firstChild ?? expect.fail('no heading')
  const button = section.querySelector('button') ?? expect.fail('no button')
  const question = section.previousElementSibling?.querySelector('p')?.firstChild ?? expect.fail('no question')
  return { element: text.parentElement ?? expect.fail('no element'), text, heading, button, question }
}

type Place = [node: Node, offset: number]

async function select(start: Place, end: Place) {
  const [selection, range] = [document.getSelection(), document.createRange()]
  range.setStart(...start)
  range.setEnd(...end)
  await interact(() => {
    selection?.removeAllRanges()
    selection?.addRange(range)
    document.dispatchEvent(new Event('selectionchange'))
  })
}

const axes = ['Truth', 'Fairness', 'Wisdom', 'Duty', 'Safety', 'Liberty']

describe('the page on which a validator rates', () => {
  it('stores a rating without a network, says that it waits, and shows the next exchange', async () => {
    const { page, press, field, entries } = await openPage()
    expect(page.textContent).toContain('2 on this device.')
    const { text } = answerOf(page)
    await select([text, 9], [text, 31])
    await press('Quote the selected part')
    expect(field('Quote').value).toBe('When the soil is warm.')
    for (const [index, axis] of axes.entries()) await typeInto(field(axis), String(index * 20))
    await typeInto(field('Reason'), 'It is right')
    await press('Save rating')
    await vi.waitFor(() => expect(page.textContent).toContain('Two'))
    expect(page.textContent).toContain('One on this device. One rating is waiting to be sent.')
    expect(await entries()).toMatchObject([
      {
        kind: 'exchange.rate',
        body: {
          ...{ exchange: exchanges[0]?.id, kind: 'rating', reason: 'It is right', quote: 'When the soil is warm.' },
          scores: { truth: 0, fairness: 20, wisdom: 40, duty: 60, safety: 80, liberty: 100 },
        },
      },
    ])
  })

  it('quotes the answer as far as it is selected, where the selection begins or ends beside it', async () => {
    const { page, press, field } = await openPage()
    const { element, text, heading, button, question } = answerOf(page)
    const all = exchanges[0]?.answer ?? ''
    const cases: [Place, Place, string][] = [
      // What a triple click selects, in Chromium and in Firefox.
      [[text, 9], [button, 0], 'When the soil is warm.'],
      [[element, 0], [element, 1], all],
      [[heading, 0], [text, 7], 'In May.'],
      [[heading, 0], [button, 0], all],
      [[question, 0], [text, 7], 'In May.'],
    ]
    for (const [start, end, quote] of cases) {
      await select(start, end)
      await press('Quote the selected part')
      expect(field('Quote').value).toBe(quote)
      await typeInto(field('Quote'), '')
    }
  })

  it('quotes no half of an emoji at the longest quote', async () => {
    const { page, press, field } = await openPage()
    const { text } = answerOf(page)
    text.textContent = `${'a'.repeat(RATING_QUOTE_MAX - 1)}😀`
    await select([text, 0], [text, RATING_QUOTE_MAX + 1])
    await press('Quote the selected part')
    expect(field('Quote').value).toBe('a'.repeat(RATING_QUOTE_MAX - 1))
  })

  it('quotes nothing of a selection beside the answer or of the whole page', async () => {
    const { page } = await openPage()
    const { text, heading, button, question } = answerOf(page)
    await select([text, 0], [text, 7])
    expect(button.disabled).toBe(false)
    const last = page.querySelector('form')?.lastElementChild ?? expect.fail('no form')
    const cases: [Place, Place][] = [
      [
        [question, 0],
        [heading, 3],
      ],
      [
        [heading, 0],
        [heading, 3],
      ],
      [
        [question, 0],
        [last, 0],
      ],
      [
        [text, 3],
        [text, 3],
      ],
    ]
    for (const [start, end] of cases) {
      await select(start, end)
      expect(button.disabled).toBe(true)
      await select([text, 0], [text, 7])
    }
  })

  it('still has what was entered after a reload, until the rating is saved', async () => {
    const before = await openPage()
    await typeInto(before.field('Wisdom'), '70')
    await typeInto(before.field('Reason'), 'It says')
    await typeInto(before.field('Quote'), 'In May.')
    await vi.waitFor(async () => expect((await database().drafts.toArray())[0]?.text).toContain('In May.'))
    before.page.remove()
    const { page, field, press } = await loadPage()
    expect(axes.map((axis) => field(axis).value)).toEqual(['', '', '70', '', '', ''])
    expect([field('Reason').value, field('Quote').value]).toEqual(['It says', 'In May.'])
    for (const axis of axes) await typeInto(field(axis), '80')
    await press('Save rating')
    await vi.waitFor(() => expect(page.textContent).toContain('Two'))
    expect(field('Reason').value).toBe('')
    expect(await database().drafts.toArray()).toEqual([])
  })

  it('asks for what is missing, and begins without a score', async () => {
    const { page, press, field, entries } = await openPage()
    expect(axes.map((axis) => field(axis).value)).toEqual(axes.map(() => ''))
    await typeInto(field('Truth'), '101')
    expect(field('Truth').value).toBe('100')
    await typeInto(field('Quote'), 'in june')
    await press('Save rating')
    for (const text of ['Choose a score', 'Say in a sentence why', 'The answer does not contain this']) {
      expect(page.textContent).toContain(text)
    }
    await vi.waitFor(() => expect(document.activeElement).toBe(field('Fairness')))
    expect(await entries()).toEqual([])
  })

  it('keeps the reason of a report that was closed, and deletes it with its exchange', async () => {
    const { page, press } = await openPage()
    const reason = () => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
    const openReport = async () => {
      await press('Report…')
      return waitToRender(() => reason() ?? expect.fail('no reason'))
    }
    await typeInto(await openReport(), 'It has a')
    await vi.waitFor(async () => expect((await database().drafts.toArray())[0]?.text).toContain('It has a'))
    await interact(() => reason()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    await vi.waitFor(() => expect(reason()).toBeNull())
    expect((await openReport()).value).toBe('It has a')
    await interact(() => reason()?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
    await press('Skip')
    await vi.waitFor(() => expect(page.textContent).toContain('Two'))
    expect(await database().drafts.toArray()).toEqual([])
  })

  it('skips and reports, and says when nothing is left', async () => {
    const { page, press, entries } = await openPage()
    await press('Skip')
    await vi.waitFor(() => expect(page.textContent).toContain('Two'))
    await press('Report…')
    await waitToRender(() => document.querySelector('[role=dialog] textarea') ?? expect.fail('no form'))
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Report this exchange')
    await press('Send report')
    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Say what is wrong with it')
    const reason = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea')
    await typeInto(reason ?? expect.fail('no reason'), 'It has a name')
    await press('Send report')
    await vi.waitFor(() => expect(page.textContent).toContain('You are offline'))
    expect((await entries()).map(({ body }) => body)).toMatchObject([
      { kind: 'skip', scores: null },
      { kind: 'report', scores: null, reason: 'It has a name' },
    ])
  })

  it('sends a report only, also when the rating around its dialog was complete', async () => {
    const { page, press, field, entries } = await openPage()
    for (const axis of axes) await typeInto(field(axis), '80')
    await typeInto(field('Reason'), 'It is right')
    await press('Report…')
    const reason = await waitToRender(
      () => document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea') ?? expect.fail('no reason'),
    )
    await typeInto(reason, 'It has a name')
    await press('Send report')
    await vi.waitFor(() => expect(page.textContent).toContain('Two'))
    expect((await entries()).map(({ body }) => body)).toMatchObject([{ kind: 'report', reason: 'It has a name' }])
  })
})
