import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { SendState } from '#features/chat/message/send-state.ts'
import { WaitingMenu } from '#features/chat/message/waiting-menu.tsx'
import { interact, render } from '#support/browser/render.tsx'

const waiting: SendState = { kind: 'waiting', code: null }
const sending: SendState = { kind: 'sending' }

test('the button and the open menu of a waiting message stay while attempts to send begin', async () => {
  let change: (send: SendState) => void = () => undefined
  const discarded = vi.fn()
  function Message() {
    const [send, setSend] = useState(sending)
    change = setSend
    return <WaitingMenu send={send} later="online" onRetry={null} onEdit={() => undefined} onDiscard={discarded} />
  }
  const page = await render(<Message />)
  const button = () => page.querySelector('button')
  const items = () => [...document.querySelectorAll<HTMLElement>('[role="menuitem"]')]
  expect(button()).toBeNull()
  await interact(() => change(waiting))
  const offered = button()
  expect(offered).not.toBeNull()
  await interact(() => change(sending))
  expect(button()).toBe(offered)
  await interact(() => offered?.click())
  await vi.waitFor(() => expect(items()).toHaveLength(2))
  const [, discard] = items()
  await interact(() => change(waiting))
  await interact(() => change(sending))
  expect(discard?.isConnected).toBe(true)
  await interact(() => discard?.click())
  expect(discarded).toHaveBeenCalledOnce()
})
