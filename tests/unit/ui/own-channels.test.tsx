import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'

test('a file of tests does not receive what another thread broadcasts', async () => {
  const [receiver, sender] = [new BroadcastChannel('probe'), new BroadcastChannel('probe')]
  onTestFinished(() => {
    receiver.close()
    sender.close()
  })
  const received: unknown[] = []
  receiver.onmessage = ({ data }) => received.push(data)
  const other = new Worker(
    "const channel = new BroadcastChannel('probe'); channel.postMessage('from another thread'); channel.close()",
    { eval: true },
  )
  await once(other, 'exit')
  sender.postMessage('from this thread')
  await vi.waitFor(() => expect(received).toContain('from this thread'))
  expect(received).toEqual(['from this thread'])
})
