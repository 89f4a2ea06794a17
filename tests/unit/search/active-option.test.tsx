import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { Option } from '#features/search/options.ts'
import { useActiveOption } from '#features/search/use-active-option.ts'
import { interact, render } from '#support/browser/render.tsx'

const at = '2026-11-21T12:00:00.000Z'
const result = { chat: crypto.randomUUID(), message: null, title: 'Herons', snippet: 'Herons', at }
const options: Option[] = [{ kind: 'chat', key: 'herons', result }]

/** `search` says what is typed, and whether the options belong to it. */
async function renderField() {
  const choose = vi.fn()
  let search: (next: { query: string; settled: boolean }) => void = () => {}
  function Field() {
    const list = useRef<HTMLDivElement>(null)
    const [searched, setSearched] = useState({ query: 'her', settled: false })
    search = setSearched
    const { onKeyDown } = useActiveOption(options, { ...searched, list }, choose)
    return <input onKeyDown={onKeyDown} />
  }
  const page = await render(<Field />)
  const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })
  await interact(() => page.querySelector('input')?.dispatchEvent(enter))
  expect(choose).not.toHaveBeenCalled()
  return { choose, search: (query: string, settled: boolean) => interact(() => search({ query, settled })) }
}

test('an Enter that comes before the results opens the first of them', async () => {
  const { choose, search } = await renderField()
  await search('her', true)
  expect(choose).toHaveBeenCalledExactlyOnceWith(options[0])
})

test('an Enter that comes before the results opens nothing for somebody who types on', async () => {
  const { choose, search } = await renderField()
  await search('hero', false)
  await search('hero', true)
  await search('her', true)
  expect(choose).not.toHaveBeenCalled()
})
