import { useRef, useState } from 'react'
import { expect, it, vi } from 'vitest'
import type { AnswerRow, QuestionRow, Row } from '#features/chat/thread/rows/build-rows.ts'
import { useFollowEnd } from '#features/chat/thread/window/use-follow-end.ts'
import { interact, render } from '#support/browser/render.tsx'

const question = (key: string): QuestionRow => ({
  ...{ kind: 'question', key, content: key, created_at: '2026-01-01T00:00:00Z' },
  ...{ send: { kind: 'sent' }, branches: null, past: false },
})

const answer = (key: string): AnswerRow => ({
  ...{ kind: 'answer', key, versions: [], past: false },
  message: { id: `a-${key}`, role: 'assistant' } as AnswerRow['message'],
})

it('a new message below a visible end is not measured while rendering, and a scrolled-up view shows a button with the count of new messages only', async () => {
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
