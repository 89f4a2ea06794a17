import { expect, test, vi } from 'vitest'
import { useWhenReachable } from '#features/chat/screen/use-when-reachable.ts'
import { reachability } from '#offline/sync/reachability.ts'
import { interact, render } from '#support/browser/render.tsx'

/** Renders a component whose work ends when the test says so: with `true` when the server was reached. */
async function startWork() {
  const ends: ((reached: boolean) => void)[] = []
  const work = () => new Promise<boolean>((resolve) => ends.push(resolve))
  function Working() {
    useWhenReachable(work)
    return null
  }
  await render(<Working />)
  await vi.waitFor(() => expect(ends).toHaveLength(1))
  const end = (reached: boolean) => interact(() => ends.at(-1)?.(reached))
  return { ends, end }
}

const comeOnline = () => interact(() => window.dispatchEvent(new Event('online')))

test('work that fails after the network came back is retried at once', async () => {
  const { ends, end } = await startWork()
  await comeOnline()
  expect(ends).toHaveLength(1)
  await end(false)
  await vi.waitFor(() => expect(ends).toHaveLength(2))
})

test('work that reached the server is not repeated because the network came back', async () => {
  const { ends, end } = await startWork()
  await comeOnline()
  await end(true)
  await comeOnline()
  expect(ends).toHaveLength(2)
})

test('failed work is retried as soon as another request has reached the server', async () => {
  const { ends, end } = await startWork()
  await interact(() => reachability.set('lost'))
  await end(false)
  await interact(() => reachability.set('reached'))
  await vi.waitFor(() => expect(ends).toHaveLength(2))
  await end(true)
  await interact(() => reachability.set('unknown'))
  await interact(() => reachability.set('reached'))
  expect(ends).toHaveLength(2)
})
