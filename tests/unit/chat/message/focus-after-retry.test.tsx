import { type ReactNode, useState } from 'react'
import { expect, it, vi } from 'vitest'
import { type ChatActions, ChatActionsProvider } from '#features/chat/message/actions/chat-actions.ts'
import { AnswerNotice } from '#features/chat/message/incomplete-answer.tsx'
import { SendStatus } from '#features/chat/message/send-status.tsx'
import { FailedStatusBar } from '#features/chat/status/failed-status-bar.tsx'
import { interact, render } from '#support/browser/render.tsx'

const ignore = () => {}
const retryFailed = vi.hoisted(() => vi.fn())
vi.mock('#features/chat/message/actions/retry-failed.ts', () => ({ retryFailed }))

const notice = (onPress: () => void) => (
  <ChatActionsProvider value={{ regenerateAnswer: onPress } as Partial<ChatActions> as ChatActions}>
    <AnswerNotice messageId="a" status="interrupted" failure={null} hasText />
  </ChatActionsProvider>
)
const status = (onPress: () => void) => {
  const send = { kind: 'failed', code: null, reason: '' } as const
  return <SendStatus send={send} later={null} offer={null} onRetry={onPress} onEdit={null} onDiscard={ignore} />
}
const bar = (onPress: () => void) => {
  retryFailed.mockImplementation(async () => onPress())
  return <FailedStatusBar failed={['a', 'b']} />
}

it.each<[string, (onPress: () => void) => ReactNode]>([
  ['Continue', notice],
  ['Retry', notice],
  ['Retry', status],
  ['Retry all', bar],
])('the focus goes from "%s", which is removed, to the messages', async (name, show) => {
  function Page() {
    const [isPressed, setPressed] = useState(false)
    return (
      <div data-messages="" tabIndex={-1}>
        {isPressed ? null : show(() => setPressed(true))}
      </div>
    )
  }
  const page = await render(<Page />)
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  await interact(() => {
    find()?.focus()
    find()?.click()
  })
  await vi.waitFor(() => expect(find()).toBeUndefined())
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('[data-messages]')))
})
