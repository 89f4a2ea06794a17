import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { QuestionRow, Row } from '#features/chat/thread/rows/build-rows.ts'
import { useEndRows } from '#features/chat/thread/window/use-end-rows.ts'
import { interact, render } from '#support/browser/render.tsx'

const question = (number: number): QuestionRow => ({
  ...{ kind: 'question', key: `q${number}`, content: 'Words', created_at: '2026-01-01T00:00:00Z' },
  ...{ send: { kind: 'sent' }, branches: null, isFollowed: false, files: [] },
})
const upTo = (count: number, from = 1): QuestionRow[] =>
  Array.from({ length: count - from + 1 }, (_, index) => question(index + from))

let shown: ReturnType<typeof useEndRows>
let show: (rows: readonly Row[]) => Promise<void>
let mayCut = true
const firsts = () => [shown.older[0]?.key, shown.end[0]?.key]

beforeEach(() => {
  mayCut = true
})

async function open(rows: readonly Row[]): Promise<void> {
  let set: (rows: readonly Row[]) => void = () => undefined
  const may = () => mayCut
  function Probe({ rows }: { rows: readonly Row[] }) {
    shown = useEndRows(rows, may)
    return null
  }
  function Page() {
    const [given, setGiven] = useState(rows)
    set = setGiven
    return <Probe rows={given} />
  }
  await render(<Page />)
  show = (next) => interact(() => set(next))
}

test('the end of a chat is rendered first, and the rows above it after the first paint', async () => {
  const rows = upTo(30)
  await open(rows)
  expect(shown.older).toHaveLength(0)
  expect(shown.end).toEqual(rows.slice(20))
  await vi.waitFor(() => expect(shown.older).toEqual(rows.slice(0, 20)))
  expect(shown.end).toEqual(rows.slice(20))
})

test('new rows at the end do not affect the virtualiser, and older rows do not affect the end', async () => {
  const rows = upTo(30, 11)
  await open(rows)
  await vi.waitFor(() => expect(shown.older).toHaveLength(10))
  const { older } = shown
  await show([...rows, question(31)])
  expect(shown.older).toBe(older)
  expect(shown.end.map(({ key }) => key)).toContain('q31')
  await show([...upTo(10), ...rows, question(31)])
  await vi.waitFor(() => expect(firsts()).toEqual(['q1', 'q21']))
})

test('older rows reach the virtualiser in the next frame, after the scroll events of this one', async () => {
  const rows = upTo(30, 11)
  await open(rows)
  await vi.waitFor(() => expect(shown.older).toHaveLength(10))
  const frames: FrameRequestCallback[] = []
  const request = vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback))
  await show(upTo(30))
  expect(firsts()).toEqual(['q11', 'q21'])
  await interact(() => {
    for (const callback of frames) callback(performance.now())
  })
  expect(firsts()).toEqual(['q1', 'q21'])
  request.mockRestore()
})

test('the end is shortened when it has grown long, but not while the user reads or edits there', async () => {
  await open(upTo(30))
  await vi.waitFor(() => expect(shown.older).toHaveLength(20))
  mayCut = false
  await show(upTo(62))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(firsts()).toEqual(['q1', 'q21'])
  mayCut = true
  await show(upTo(63))
  await vi.waitFor(() => expect(firsts()).toEqual(['q1', 'q44']))
})

test('each row stays in its part when the first row of the end is deleted, or all rows were in the end', async () => {
  await open(upTo(30))
  await vi.waitFor(() => expect(shown.older).toHaveLength(20))
  await show(upTo(30).filter(({ key }) => key !== 'q21'))
  expect(firsts()).toEqual(['q1', 'q22'])

  await open(upTo(10))
  await show(upTo(40))
  await show(upTo(40, 2))
  await show(upTo(140, 101))
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
  expect(firsts()).toEqual([undefined, 'q101'])
})

test('a new end begins when the first row of the old one is removed', async () => {
  await open(upTo(30))
  await vi.waitFor(() => expect(shown.older).toHaveLength(20))
  await show([...upTo(15), ...upTo(130, 118)])
  expect(firsts()).toEqual(['q1', 'q121'])
  await show([...upTo(15), ...upTo(131, 118)])
  expect(firsts()).toEqual(['q1', 'q121'])
})

test('only as many long rows as fill the window are rendered first', async () => {
  const rows = upTo(30).map((row): Row => ({ ...row, content: 'Words '.repeat(400) }))
  await open(rows)
  const perRow = 20 * Math.ceil(2400 / (720 / 4.5))
  expect(shown.end.length).toBe(Math.ceil(innerHeight / perRow))
  await vi.waitFor(() => expect(shown.older.length + shown.end.length).toBe(30))
})
