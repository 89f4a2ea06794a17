import 'fake-indexeddb/auto'
import { useState } from 'react'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { ReportDialog } from '#features/chat/message/report/report-dialog.tsx'
import { database } from '#offline/database/database.ts'
import { adopt } from '#session/state/session-atom.ts'
import { interact, render, typeInto, waitToRender } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'

const { enqueue } = vi.hoisted(() => ({ enqueue: vi.fn(async () => undefined) }))
vi.mock('#offline/outbox/enqueue-feedback.ts', () => ({ enqueueFeedback: enqueue }))
const user = makeUser(7, { email: 'ada@example.org', first_name: 'Ada', last_name: 'Byron' })

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const answer = { id: 'a', chat: 'c', reply_to: 'q', content: 'It is in June.', feedback: null } as Message
const press = async (name: string) => {
  const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name)
  await interact(() => (all.at(-1) ?? expect.fail(`there is no ${name}`)).click())
}
const preview = () => document.querySelector('dl')?.textContent ?? expect.fail('no preview')

beforeEach(async () => {
  const tokens = { access: 'a', refresh: 'r' }
  adopt({ generation: 1, session: { user, ...tokens, generation: 1 } })
  await database().drafts.clear()
  await database().messages.put({ ...answer, userId: 7, id: 'q', reply_to: null, content: 'When is the fair?' })
})

function Reported() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Report
      </button>
      <ReportDialog open={isOpen} onOpenChange={setOpen} userId={7} answer={answer} />
    </>
  )
}

async function open(feedback: Message['feedback'] = null) {
  enqueue.mockClear()
  const onOpenChange = vi.fn()
  await render(<ReportDialog open onOpenChange={onOpenChange} userId={7} answer={{ ...answer, feedback }} />)
  await waitToRender(preview)
  return onOpenChange
}

describe('the dialog of a report', () => {
  it('shows what admins will see, and question and answer only with consent', async () => {
    const onOpenChange = await open()
    expect(preview()).toContain('Ada Byron (ada@example.org)')
    expect(preview()).not.toContain('It is in June.')
    const comment = document.querySelector('textarea') ?? expect.fail('no comment')
    await typeInto(comment, 'It is in May')
    const consent = document.querySelector<HTMLInputElement>('input[type="checkbox"]') ?? expect.fail('no consent')
    await interact(() => consent.click())
    await vi.waitFor(() => expect(preview()).toContain('When is the fair?'))
    expect(preview()).toContain('It is in June.')
    expect(preview()).toContain('It is in May')
    await press('Send report')
    const report = { reason: 'incorrect', comment: 'It is in May', include_exchange: true }
    await vi.waitFor(() => expect(onOpenChange).toHaveBeenCalledWith(false))
    expect(enqueue).toHaveBeenCalledWith(expect.anything(), {
      ...{ userId: 7, chatId: 'c', messageId: 'a' },
      patch: { report },
    })
  })

  it('keeps what was typed when it is closed, until that is sent, cancelled or discarded', async () => {
    const comment = () => document.querySelector('textarea') ?? expect.fail('no comment')
    const drafts = () => database().drafts.toArray()
    const close = () => interact(() => comment().dispatchEvent(new KeyboardEvent('keydown', escapeKey)))
    const reopen = async (typed: string) => {
      await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
      await press('Report')
      await waitToRender(preview)
      expect(comment().value).toBe(typed)
      expect(document.body.textContent?.includes('Here is what you had begun')).toBe(typed !== '')
    }
    const escapeKey = { key: 'Escape', bubbles: true }
    await render(<Reported />)
    await reopen('')
    await typeInto(comment(), 'It is in')
    await vi.waitFor(async () => expect((await drafts())[0]?.text).toBe('{"comment":"It is in"}'))
    await close()
    await reopen('It is in')
    await press('Discard')
    expect(comment().value).toBe('')
    expect(document.activeElement?.closest('form')).not.toBeNull()
    await vi.waitFor(async () => expect(await drafts()).toEqual([]))
    await close()
    for (const name of ['Cancel', 'Send report']) {
      await reopen('')
      await typeInto(comment(), 'It is in May')
      await vi.waitFor(async () => expect(await drafts()).toHaveLength(1))
      await press(name)
      await vi.waitFor(async () => expect(await drafts()).toEqual([]))
    }
  })

  it('withdraws a report that exists', async () => {
    await open({ rating: 'helpful', report: { reason: 'harmful', comment: 'Mushrooms', include_exchange: false } })
    expect(preview()).toContain('It could do harm')
    expect(preview()).toContain('Mushrooms')
    await press('Withdraw report')
    const patch = { report: null }
    expect(enqueue).toHaveBeenCalledWith(expect.anything(), { userId: 7, chatId: 'c', messageId: 'a', patch })
  })
})
