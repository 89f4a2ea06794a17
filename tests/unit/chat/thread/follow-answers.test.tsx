import 'fake-indexeddb/auto'
import { useState } from 'react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useFollowAnswers } from '#features/chat/thread/use-follow-answers.ts'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { LiveRegions } from '#ui/feedback/live-region.tsx'

const USER = 7
const CHAT = '01960000-0000-7000-8000-000000000009'
const [A, B, C] = ['a', 'b', 'c'].map((letter) => `01960000-0000-7000-8000-00000000000${letter}`) as [
  string,
  string,
  string,
]

let open: Set<string>
let begun: string[]
/** What was put into the live regions, each addition once. */
let said: string[]
let show: (ids: string[]) => Promise<void>
let leave: () => Promise<void>

/** Streams that never say a word, so that only the signal ends one. */
function answerNothing(request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('message') ?? ''
  begun.push(id)
  open.add(id)
  return new Promise((_, reject) => {
    request.signal.addEventListener('abort', () => {
      open.delete(id)
      reject(request.signal.reason)
    })
  })
}

beforeEach(async () => {
  open = new Set()
  begun = []
  vi.stubGlobal('fetch', answerNothing)
  onTestFinished(() => void vi.unstubAllGlobals())
  resetSession()
  const session = { ...makeAuthenticated(USER), generation: 1 }
  adopt({ generation: currentState().generation + 1, session })
  function Chat({ ids }: { ids: string[] }) {
    useFollowAnswers(USER, CHAT, ids)
    return null
  }
  function Page() {
    const [ids, setIds] = useState<string[] | null>([])
    show = (next) => interact(() => setIds(next))
    leave = () => interact(() => setIds(null))
    return (
      <>
        {ids && <Chat ids={ids} />}
        <LiveRegions />
      </>
    )
  }
  const page = await render(<Page />)
  said = []
  const listening = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? '')
  })
  listening.observe(page, { childList: true, subtree: true })
  onTestFinished(() => listening.disconnect())
})

describe('following the answers of an open chat', () => {
  it('opens a stream for the first two and for the next when one has ended', async () => {
    await show([A, B, C])
    await vi.waitFor(() => expect([...open].sort()).toEqual([A, B]))
    await show([B, C])
    await vi.waitFor(() => expect([...open].sort()).toEqual([B, C]))
    expect(begun.sort()).toEqual([A, B, C])
  })

  it('keeps the stream of an answer when the list is made anew', async () => {
    await show([A])
    await vi.waitFor(() => expect([...open]).toEqual([A]))
    await show([A])
    await show([A, B])
    await vi.waitFor(() => expect([...open].sort()).toEqual([A, B]))
    expect(begun).toEqual([A, B])
  })

  it('ends all streams when the chat is left', async () => {
    await show([A, B])
    await vi.waitFor(() => expect(open.size).toBe(2))
    await leave()
    await vi.waitFor(() => expect(open.size).toBe(0))
  })

  it('tells screen readers when the first answer begins, and when the next one is its turn', async () => {
    await show([A])
    await show([A, B])
    expect(said).toEqual(['Companion is answering'])
    await show([B])
    await show([])
    expect(said).toEqual(['Companion is answering', 'Companion is answering'])
  })
})
