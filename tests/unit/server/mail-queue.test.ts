import { getEventListeners } from 'node:events'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMailQueue } from '#server/providers/mail/mail-queue.ts'
import { MailFailure } from '#server/providers/mail/mailer.ts'

test('the queue of mails keeps nothing of the pauses between attempts once they have passed', async () => {
  const made: AbortController[] = []
  vi.stubGlobal(
    'AbortController',
    class extends AbortController {
      constructor() {
        super()
        made.push(this)
      }
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const send = vi.fn<() => Promise<void>>()
  const mailer = { name: 'a mail server', send, close: () => undefined }
  const queue = createMailQueue(mailer, pino({ level: 'silent' }), { retryMs: [1, 1, 1] })
  send.mockRejectedValue(new MailFailure({ code: 'ECONNECTION', status: 421, isTransient: true }))
  queue.post('link', () => ({ to: 'ada@example.org', subject: 'Link', text: '', html: '' }))
  await queue.settled()
  expect(send).toHaveBeenCalledTimes(4)
  expect(made).toHaveLength(1)
  expect(made.flatMap(({ signal }) => getEventListeners(signal, 'abort'))).toEqual([])
  await queue.stop()
})
