// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { afterPaintOrKey } from '#lib/timing/after-paint-or-key.ts'

test('calls back once, after the paint', async () => {
  const run = vi.fn()
  afterPaintOrKey(run)
  expect(run).not.toHaveBeenCalled()
  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'h' }))
  expect(run).toHaveBeenCalledOnce()
})

test('calls back once, before a key that is pressed earlier reaches its target', async () => {
  const order: string[] = []
  afterPaintOrKey(() => order.push('called back'))
  document.body.addEventListener('keydown', () => order.push('key'), { once: true })
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true }))
  expect(order).toEqual(['called back', 'key'])
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(order).toEqual(['called back', 'key'])
})
