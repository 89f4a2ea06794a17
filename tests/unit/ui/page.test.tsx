import { expect, onTestFinished, test, vi } from 'vitest'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { interact, render } from '#support/browser/render.tsx'
import { Button } from '#ui/button/button.tsx'
import { announce, LiveRegions } from '#ui/feedback/live-region.tsx'
import { applyTheme, barColours } from '#ui/theme/theme.ts'

const barColour = (shade: 'light' | 'dark') =>
  document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media="(prefers-color-scheme: ${shade})"]`)?.content

test('a chosen theme is applied to the page and the browser bars, and the device’s theme can be restored', () => {
  applyTheme('dark')
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(barColour('light')).toBe(barColours.dark)
  applyTheme('system')
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(barColour('light')).toBe(barColours.light)
  expect(barColour('dark')).toBe(barColours.dark)
})

test('announcements are made one by one, also identical ones, and are removed afterwards', async () => {
  const page = await render(<LiveRegions />)
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const said = (urgency: string) =>
    [...page.querySelectorAll(`[aria-live="${urgency}"] > p`)].map(({ textContent }) => textContent)
  await interact(() => {
    announce('Answering')
    announce('Answering')
  })
  expect(said('polite')).toEqual(['Answering', 'Answering'])
  const first = page.querySelector('[aria-live="polite"] > p')
  await interact(() => announce('Not sent', 'assertive'))
  expect(said('assertive')).toEqual(['Not sent'])
  await interact(() => announce('Copied'))
  expect(page.querySelector('[aria-live="polite"] > p')).toBe(first)
  await interact(() => void vi.advanceTimersByTime(60_000))
  expect([...said('polite'), ...said('assertive')]).toEqual([])
})

test('a pending button keeps its focus and its size, and ignores clicks', async () => {
  const onClick = vi.fn()
  const page = await render(
    <Button pending pendingLabel="Creating..." onClick={onClick}>
      Create
    </Button>,
  )
  const button = page.querySelector('button')
  await interact(() => {
    button?.focus()
    button?.click()
  })
  expect(onClick).not.toHaveBeenCalled()
  expect(document.activeElement).toBe(button)
  expect(button?.textContent).toBe('CreateCreating...')
})

test('a part that could not be fetched is fetched again the next time, and only once when it could', async () => {
  const fetchChunk = vi.fn(async () => 'part')
  fetchChunk.mockRejectedValueOnce(new Error('offline'))
  const part = lazyModule(fetchChunk)
  await expect(part.load()).rejects.toThrow('offline')
  expect(await Promise.all([part.load(), part.load()])).toEqual(['part', 'part'])
  expect(part.loaded()).toBe('part')
  await part.load()
  expect(fetchChunk).toHaveBeenCalledTimes(2)
})
