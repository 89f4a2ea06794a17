import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { ReportDialog } from '#features/chat/message/report/report-dialog.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { enqueue } = vi.hoisted(() => ({ enqueue: vi.fn(async () => undefined) }))
vi.mock('#offline/outbox/enqueue-feedback.ts', () => ({ enqueueFeedback: enqueue }))
const user = { id: 7, email: 'ada@example.org', first_name: 'Ada', last_name: 'Byron' }
vi.mock('#session/state/session-atom.ts', () => ({ useSession: () => ({ user }) }))
vi.mock('#offline/database/database.ts', () => ({ database: () => ({}) }))
vi.mock('dexie-react-hooks', () => ({ useLiveQuery: () => ({ content: 'When is the fair?' }) }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const answer = { id: 'a', chat: 'c', reply_to: 'q', content: 'It is in June.', feedback: null } as Message
const press = async (name: string) => {
  const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent === name)
  await interact(() => (all.at(-1) ?? expect.fail(`there is no ${name}`)).click())
}
const preview = () => document.querySelector('dl')?.textContent ?? expect.fail('no preview')

async function open(feedback: Message['feedback'] = null) {
  enqueue.mockClear()
  const onOpenChange = vi.fn()
  await render(<ReportDialog open onOpenChange={onOpenChange} userId={7} answer={{ ...answer, feedback }} />)
  await vi.waitFor(() => preview())
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

  it('withdraws a report that exists', async () => {
    await open({ rating: 'helpful', report: { reason: 'harmful', comment: 'Mushrooms', include_exchange: false } })
    expect(preview()).toContain('It could do harm')
    expect(preview()).toContain('Mushrooms')
    await press('Withdraw report')
    const patch = { report: null }
    expect(enqueue).toHaveBeenCalledWith(expect.anything(), { userId: 7, chatId: 'c', messageId: 'a', patch })
  })
})
