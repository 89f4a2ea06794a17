import { useState } from 'react'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { SearchField } from '#features/admin/table/search-field.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

function List() {
  const [search, setSearch] = useState<string | undefined>()
  return (
    <>
      <SearchField label="Search" search={search} onSearch={setSearch} onEnterList={() => undefined} />
      <button type="button" onClick={() => setSearch(undefined)}>
        Clear
      </button>
      <p>Found for {search ?? 'everything'}</p>
    </>
  )
}

describe('the search of a list', () => {
  it('stays cleared when it was cleared while the next letter was still awaited', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const page = await render(<List />)
    const input = page.querySelector('input') ?? expect.fail('no field')
    const pause = () => interact(() => vi.advanceTimersByTime(1000))
    await typeInto(input, 'her')
    await pause()
    expect(page.textContent).toContain('Found for her')
    await typeInto(input, 'hero')
    await interact(() => page.querySelector('button')?.click())
    await pause()
    expect(input.value).toBe('')
    expect(page.textContent).toContain('Found for everything')
  })
})
