import { useRef, useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { AnswerRow, QuestionRow, Row } from '#features/chat/thread/rows/build-rows.ts'
import { useFollowEnd } from '#features/chat/thread/window/use-follow-end.ts'
import { interact, render } from '#support/browser/render.tsx'

const question = (key: string): QuestionRow => ({
  ...{ kind: 'question', key, content: key, created_at: '2026-01-01T00:00:00Z' },
  ...{ send: { kind: 'sent' }, branches: null, isFollowed: false, files: [] },
})

const answer = (key: string): AnswerRow => ({
  ...{ kind: 'answer', key, versions: [] },
  message: { id: `a-${key}`, role: 'assistant' } as AnswerRow['message'],
})

test('a new message below a visible end is not measured while rendering, and a scrolled-up view shows a button with the count of new messages only', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  const measured = vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  let list: ReturnType<typeof useFollowEnd> | undefined
  let show: (rows: Row[]) => void = () => undefined
  function Probe() {
    const scroller = useRef<HTMLDivElement>(null)
    const [rows, setRows] = useState<Row[]>([question('one')])
    show = setRows
    list = useFollowEnd(scroller, rows, false)
    return <div ref={scroller} />
  }
  const page = await render(<Probe />)
  const scroller = page.querySelector('div')
  expect(scroller?.scrollTop).toBe(900)
  measured.mockClear()
  await interact(() => show([question('one'), question('two')]))
  expect(measured).not.toHaveBeenCalled()
  list?.leaveEnd()
  if (scroller) scroller.scrollTop = 100
  await interact(() => show([question('one'), question('two'), question('three')]))
  expect(scroller?.scrollTop).toBe(900)
  list?.leaveEnd()
  await interact(() => show([question('one'), question('two'), { ...question('three'), send: { kind: 'sending' } }]))
  expect(list?.unread).toBe(false)
  await interact(() => show([question('one'), question('two'), question('three'), answer('three')]))
  expect(list?.unread).toBe(true)
})

test('paging to another branch of a question leaves the view where it is, and sending an edit does not', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(900)
  let list: ReturnType<typeof useFollowEnd> | undefined
  let show: (rows: Row[]) => void = () => undefined
  const edit = (key: string, at: number): QuestionRow => ({
    ...question(key),
    branches: { members: ['one', 'two', 'three'], at },
  })
  function Probe() {
    const scroller = useRef<HTMLDivElement>(null)
    const [rows, setRows] = useState<Row[]>([edit('two', 1), answer('two')])
    show = setRows
    list = useFollowEnd(scroller, rows, false)
    return <div ref={scroller} />
  }
  const scroller = (await render(<Probe />)).querySelector('div')
  expect(list?.isFollowing()).toBe(true)
  if (scroller) scroller.scrollTop = 100
  await interact(() => show([edit('one', 0), answer('one')]))
  expect([scroller?.scrollTop, list?.isFollowing(), list?.unread]).toEqual([100, false, false])
  await interact(() => show([{ ...edit('three', 2), send: { kind: 'sending' } }]))
  expect([scroller?.scrollTop, list?.isFollowing()]).toEqual([900, true])
})

test('the end is let go by any move up, and not by rows above it that become lower', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  let height = 3000
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(() => height)
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(500)
  let list: ReturnType<typeof useFollowEnd> | undefined
  function Probe() {
    const scroller = useRef<HTMLDivElement>(null)
    list = useFollowEnd(scroller, [question('one')], false)
    return <div ref={scroller} />
  }
  const scroller = (await render(<Probe />)).querySelector('div')
  const move = (top: number) =>
    interact(() => {
      if (scroller) scroller.scrollTop = top
      scroller?.dispatchEvent(new Event('scroll'))
    })
  await move(2500)
  height = 2600
  await move(2100)
  expect(list?.isFollowing()).toBe(true)
  height = 2700
  await move(2100)
  expect(list?.isFollowing()).toBe(true)
  await move(0)
  expect(list?.isFollowing()).toBe(false)
  await move(2200)
  expect(list?.isFollowing()).toBe(true)
})
