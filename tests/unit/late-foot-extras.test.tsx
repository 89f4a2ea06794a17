import { expect, onTestFinished, test, vi } from 'vitest'
import { LateFootExtras } from '#features/chat/extras/late-foot-extras.tsx'
import { doing, render } from '#support/render.tsx'

const { fetched } = vi.hoisted(() => ({ fetched: vi.fn() }))
vi.mock('#features/chat/extras/foot-extras.tsx', () => {
  fetched()
  return { FootExtras: () => <div role="status">80 % is used</div> }
})

test('what stands above the composer now and then is fetched when the browser has nothing better to do', async () => {
  const waiting: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (run: () => void) => waiting.push(run))
  onTestFinished(() => void vi.unstubAllGlobals())
  const page = await render(<LateFootExtras account={1} chat="c" answering={false} />)
  await vi.waitFor(() => expect(waiting).toHaveLength(1))
  expect(fetched).not.toHaveBeenCalled()
  await doing(() => {
    for (const run of waiting) run()
  })
  await vi.waitFor(() => expect(page.querySelector('[role=status]')).not.toBeNull())
  expect(fetched).toHaveBeenCalledTimes(1)
})
