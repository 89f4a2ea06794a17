// @vitest-environment jsdom
import { expect, onTestFinished, test } from 'vitest'
import { suppressPress } from '#lib/browser/suppress-press.ts'

test('the click of the press is suppressed, not that of a key or of the next press', () => {
  const button = document.body.appendChild(document.createElement('button'))
  onTestFinished(() => button.remove())
  let clicks = 0
  button.addEventListener('click', () => {
    clicks += 1
  })
  const click = (detail: number) => button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail }))
  suppressPress()
  click(1)
  expect(clicks).toBe(0)
  click(0)
  expect(clicks).toBe(1)
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  click(1)
  expect(clicks).toBe(2)
})
