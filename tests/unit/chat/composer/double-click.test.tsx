import 'fake-indexeddb/auto'
import { createRef, type ReactNode, useRef, useState } from 'react'
import { beforeAll, beforeEach, expect, it, onTestFinished, test, vi } from 'vitest'
import { Composer } from '#features/chat/composer/composer.tsx'
import type { ComposerHandle } from '#features/chat/composer/composer-handle.ts'
import { setMode } from '#features/chat/speech/modes.ts'
import { TemporaryComposer } from '#features/chat/temporary/temporary-composer.tsx'
import { newId } from '#offline/outbox/new-entry.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'

// The composer begins to load its parts, which may end after the test.
beforeAll(async () => {
  await import('#features/chat/attachments/attach-button.tsx')
  await import('#features/chat/voice/voice-slot.tsx')
  await import('#features/chat/web-search/web-search-switch.tsx')
}, 60_000)

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
})

const chatId = newId()
type ChatProps = { onStop: () => void }

function SavedChat({ onStop }: ChatProps) {
  const [answering, setAnswering] = useState(false)
  const onSend = async () => {
    setAnswering(true)
    return true
  }
  return <Composer ref={null} userId={7} isNew={false} {...{ chatId, answering, onSend, onStop }} />
}

function TemporaryChat({ onStop }: ChatProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [answering, setAnswering] = useState(false)
  return <TemporaryComposer canSend onSend={async () => setAnswering(true)} {...{ field, answering, onStop }} />
}

/** Clicks a button; `detail` is the number of clicks in quick succession. */
async function click(page: HTMLElement, name: string, detail: number): Promise<void> {
  const find = () => [...page.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === name)
  await vi.waitFor(() => expect(find(), name).toBeDefined())
  await interact(() => find()?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })))
}

it.each<[string, (props: ChatProps) => ReactNode]>([
  ['a chat', SavedChat],
  ['a temporary chat', TemporaryChat],
])('a double click on “Send” of %s does not stop the answer; another click on “Stop” does', async (_, Chat) => {
  const onStop = vi.fn()
  const page = await render(<Chat onStop={onStop} />)
  await typeInto(page.querySelector('textarea') ?? expect.fail('no field'), 'Hello')
  await click(page, 'Send', 1)
  await click(page, 'Stop', 2)
  expect(onStop).not.toHaveBeenCalled()
  // A third one, however fast, is meant.
  await click(page, 'Stop', 3)
  expect(onStop).toHaveBeenCalledOnce()
})

test('a double click on “Send” of a dictated message does not turn the microphone on; another click does', async () => {
  const start = vi.fn()
  vi.stubGlobal(
    'SpeechRecognition',
    class {
      start = start
      abort() {}
      stop() {}
    },
  )
  setMode('request', 'voice')
  onTestFinished(() => setMode('request', 'text'))
  const rest = { userId: 7, chatId, isNew: false, answering: false, onStop: () => undefined }
  const composer = createRef<ComposerHandle>()
  const page = await render(<Composer ref={composer} {...rest} onSend={async () => true} />)
  await interact(() => composer.current?.insert('Hello'))
  await click(page, 'Send', 1)
  // Beside “Send” there is a second one; in its place, the only one.
  const microphones = () => page.querySelectorAll('[aria-label="Dictate"]').length
  await vi.waitFor(() => expect([page.querySelector('textarea')?.value, microphones()]).toEqual(['', 1]))
  await click(page, 'Dictate', 2)
  expect(start).not.toHaveBeenCalled()
  await click(page, 'Dictate', 1)
  expect(start).toHaveBeenCalledOnce()
})
