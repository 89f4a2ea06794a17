import 'fake-indexeddb/auto'
import { act, Profiler, useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Composer } from '#features/chat/composer/composer.tsx'
import { sendQuestion } from '#features/chat/message/actions/send-question.ts'
import { AGAIN_MS, useWhenReachable } from '#features/chat/screen/use-when-reachable.ts'
import { openMessageWindow } from '#features/chat/thread/window/message-window.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { readDraft } from '#offline/drafts/drafts.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { blockDatabase } from '#support/browser/chat-page.tsx'
import { FakeRecognition } from '#support/browser/fake-recognition.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

const userId = 7
let chatId: string

/** Calls the observer of the field, as a browser does when the field gets another size. */
let resize: () => void

beforeEach(() => {
  chatId = newId()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        resize = onResize
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
})

/** `onRender` is called for each render of the composer. */
async function openComposer(onRender = () => {}): Promise<{ page: HTMLElement; field: HTMLTextAreaElement }> {
  const page = await render(
    <>
      <Toaster />
      <Profiler id="composer" onRender={onRender}>
        <Composer
          ref={null}
          userId={userId}
          chatId={chatId}
          isNew={false}
          answering={false}
          onSend={(content, as) => sendQuestion({ ...as, userId, chatId, content })}
          onStop={() => undefined}
        />
      </Profiler>
    </>,
  )
  const field = page.querySelector('textarea')
  if (!field) throw new Error('There is no field')
  return { page, field }
}

/** The test advances the timers of the page; the database keeps running. */
function holdTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

const send = (page: HTMLElement) => interact(() => page.querySelector('form')?.requestSubmit())

describe('the composer', () => {
  it('is tall from the second line on, until its text is shorter than when it became so', async () => {
    const { field } = await openComposer()
    const height = vi.spyOn(field, 'offsetHeight', 'get')
    const isTall = () => field.form?.dataset.tall !== undefined
    height.mockReturnValue(44)
    resize()
    expect(isTall()).toBe(false)
    await typeInto(field, 'A question of two lines')
    height.mockReturnValue(68)
    resize()
    expect(isTall()).toBe(true)
    // With the whole width, the text fits into one line, and must not jump back.
    height.mockReturnValue(44)
    await typeInto(field, 'A question of two lines, and more')
    expect(isTall()).toBe(true)
    await typeInto(field, 'A question of\nlines')
    expect(isTall()).toBe(true)
    await typeInto(field, 'A question')
    expect(isTall()).toBe(false)
  })

  it('is cleared together with the draft once the message is stored', async () => {
    const { page, field } = await openComposer()
    await typeInto(field, 'A question')
    await send(page)
    await vi.waitFor(() => expect(field.value).toBe(''))
    expect(await readEntries(database(), userId)).toHaveLength(1)
    expect(await readDraft(database(), userId, chatId)).toBe('')
  })

  it('renders again for the first letter of a text, but not for the others, nor when the draft is stored', async () => {
    const onRender = vi.fn()
    const { field } = await openComposer(onRender)
    onRender.mockClear()
    await typeInto(field, 'A')
    expect(onRender).toHaveBeenCalled()
    onRender.mockClear()
    const text = 'A question of some length'
    for (let length = 2; length <= text.length; length += 1) await typeInto(field, text.slice(0, length))
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chatId)).toBe(text))
    // React renders once more before it recognises an unchanged state, and again after a commit of something else, such
    // as a setting that is read from the database meanwhile.
    expect(onRender.mock.calls.length).toBeLessThan(5)
  })

  it('keeps the text and shows an error when the disk is full', async () => {
    const { page, field } = await openComposer()
    await typeInto(field, 'Too much')
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chatId)).toBe('Too much'))
    const refuse = () => {
      throw new DOMException('No room is left', 'QuotaExceededError')
    }
    database().outbox.hook('creating', refuse)
    onTestFinished(() => database().outbox.hook('creating').unsubscribe(refuse))
    await send(page)
    const words = 'The message could not be stored on this device. Your text is still here'
    await vi.waitFor(() => expect(page.querySelector('[role="alert"]')?.textContent).toBe(words))
    expect(field.value).toBe('Too much')
    expect(await readDraft(database(), userId, chatId)).toBe('Too much')
  })

  it('shows an error that the draft cannot be saved while the disk is full, and removes it when the draft is saved', async () => {
    const { page, field } = await openComposer()
    const refuse = () => {
      throw new DOMException('No room is left', 'QuotaExceededError')
    }
    const hook = database().drafts.hook('creating')
    database().drafts.hook('creating', refuse)
    onTestFinished(() => hook.unsubscribe(refuse))
    await typeInto(field, 'Not on the disk')
    const words = 'Your draft cannot be saved on this device right now. It stays here while this page is open.'
    await vi.waitFor(() => expect(page.textContent).toContain(words))
    expect(field.value).toBe('Not on the disk')
    hook.unsubscribe(refuse)
    await typeInto(field, 'On the disk')
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chatId)).toBe('On the disk'))
    await vi.waitFor(() => expect(page.textContent).not.toContain(words))
  })

  it('shows that error while another tab blocks the database too, and then saves the draft by itself', async () => {
    const { page, field } = await openComposer()
    const release = await blockDatabase()
    holdTimers()
    await typeInto(field, 'Not on the disk')
    await interact(() => void vi.advanceTimersByTime(200))
    await interact(() => void vi.advanceTimersByTime(3_000))
    await vi.waitFor(() => expect(page.textContent).toContain('Your draft cannot be saved'))
    await release()
    await vi.waitFor(() => expect(page.textContent).not.toContain('Your draft cannot be saved'))
    expect(await readDraft(database(), userId, chatId)).toBe('Not on the disk')
  })

  it('retries a failed save by itself, also when nothing more is typed', async () => {
    const { page, field } = await openComposer()
    const refuse = () => {
      throw new DOMException('No room is left', 'QuotaExceededError')
    }
    const hook = database().drafts.hook('creating')
    database().drafts.hook('creating', refuse)
    onTestFinished(() => hook.unsubscribe(refuse))
    holdTimers()
    await typeInto(field, 'On the disk later')
    await vi.waitFor(() => expect(page.textContent).toContain('Your draft cannot be saved'))
    hook.unsubscribe(refuse)
    await interact(() => void vi.advanceTimersByTime(5_000))
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chatId)).toBe('On the disk later'))
    await vi.waitFor(() => expect(page.textContent).not.toContain('Your draft cannot be saved'))
  })

  it('keeps and sends interim results of a running dictation', async () => {
    vi.stubGlobal('SpeechRecognition', FakeRecognition)
    const dictate = async (page: HTMLElement, transcript: string) => {
      await interact(() => page.querySelector<HTMLElement>('[aria-label="Dictate"]')?.click())
      await interact(() => FakeRecognition.last.hear(transcript))
    }
    const sent = await openComposer()
    await dictate(sent.page, 'To be sent')
    await send(sent.page)
    await vi.waitFor(async () => {
      const bodies = (await readEntries(database(), userId)).filter((entry) => entry.queueKey === chatId)
      expect(bodies).toMatchObject([{ body: { content: 'To be sent' } }])
    })
    chatId = newId()
    let leave = () => {}
    function Place() {
      const [left, setLeft] = useState(false)
      leave = () => setLeft(true)
      const rest = {
        userId,
        chatId,
        isNew: false,
        answering: false,
        onSend: async () => true,
        onStop: () => undefined,
      }
      return left ? null : <Composer ref={null} {...rest} />
    }
    const left = await render(<Place />)
    await dictate(left, 'To be kept')
    await interact(() => leave())
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chatId)).toBe('To be kept'))
  })

  it('offers a text that another tab typed at the same time, and inserts it on request', async () => {
    const [one, other] = [await openComposer(), await openComposer()]
    await typeInto(one.field, 'In one tab')
    await typeInto(other.field, 'In another tab')
    const press = (page: HTMLElement, label: string) => () => {
      const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
      if (!button) throw new Error(`No button says ${label}`)
      button.click()
    }
    await vi.waitFor(() => expect(one.page.textContent).toContain('Set aside: “'))
    const kept = await readDraft(database(), userId, chatId)
    await vi.waitFor(() => expect([one.field.value, other.field.value]).toEqual([kept, kept]))
    await interact(press(one.page, 'Use'))
    await vi.waitFor(() => expect(other.field.value).toMatch(/^In (one|another) tab\n\nIn (one|another) tab$/))
    await vi.waitFor(() => expect(one.page.textContent).not.toContain('Set aside'))
  })
})

describe('work that needs the server', () => {
  it('is retried after 15 seconds while the server is unreachable, and no longer', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    let reached = false
    const work = vi.fn(async () => reached)
    function Probe() {
      useWhenReachable(work)
      return null
    }
    await render(<Probe />)
    // The first run begins after the paint.
    while (work.mock.calls.length === 0) await act(() => vi.advanceTimersToNextTimerAsync())
    await act(() => vi.advanceTimersByTimeAsync(AGAIN_MS - 1))
    expect(work).toHaveBeenCalledTimes(1)
    reached = true
    await act(() => vi.advanceTimersByTimeAsync(1))
    expect(work).toHaveBeenCalledTimes(2)
    await act(() => vi.advanceTimersByTimeAsync(10 * AGAIN_MS))
    expect(work).toHaveBeenCalledTimes(2)
    await interact(() => window.dispatchEvent(new Event('online')))
    expect(work).toHaveBeenCalledTimes(3)
  })
})

describe('the messages of a chat', () => {
  it('are reported as unreadable when the storage does not respond', async () => {
    const reported = vi.fn((event: ErrorEvent) => event.preventDefault())
    window.addEventListener('error', reported)
    onTestFinished(() => window.removeEventListener('error', reported))
    const refuse = (): never => {
      throw new Error('The storage is broken')
    }
    const table = database().outbox
    const where = vi.spyOn(table, 'where').mockImplementation(refuse)
    onTestFinished(() => where.mockRestore())
    const broken = openMessageWindow(database(), userId, chatId)
    onTestFinished(() => broken.close())
    await vi.waitFor(() => expect(broken.read()).toMatchObject({ ready: false, broken: true }))
    where.mockRestore()
    const again = openMessageWindow(database(), userId, chatId)
    onTestFinished(() => again.close())
    await vi.waitFor(() => expect(again.read()).toMatchObject({ ready: true, broken: false }))
  })
})
