import 'fake-indexeddb/auto'
import { type ReactNode, useRef } from 'react'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Composer } from '#features/chat/composer/composer.tsx'
import { setMode } from '#features/chat/speech/modes.ts'
import { play, stop } from '#features/chat/speech/speaker.ts'
import { SpokenAnswersItem } from '#features/chat/speech/spoken-answers-item.tsx'
import { TemporaryComposer } from '#features/chat/temporary/temporary-composer.tsx'
import { newId } from '#offline/outbox/new-entry.ts'
import { FakeSpeech, Utterance } from '#support/browser/fake-speech.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { Button } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'

// The composer begins to load its parts, which may end after the test.
beforeAll(async () => {
  await import('#ui/menu/menu-popup.tsx')
  await import('#features/chat/attachments/attach-button.tsx')
  await import('#features/chat/voice/voice-slot.tsx')
  await import('#features/chat/web-search/web-search-switch.tsx')
}, 60_000)

let speech: FakeSpeech

beforeEach(() => {
  speech = new FakeSpeech()
  speech.needsGesture = true
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  onTestFinished(() => {
    stop()
    localStorage.clear()
    vi.unstubAllGlobals()
  })
})

/** Reads an answer aloud that comes without a press, and returns what is spoken. */
function answer(): string | null {
  play({ messageId: 'a', text: 'The moon.', voice: null, language: 'en', onFailure: () => undefined })
  return speech.speaking
}

const press = async (find: () => HTMLElement | undefined) => {
  await vi.waitFor(() => expect(find()).toBeDefined())
  await interact(() => find()?.click())
}

function SavedChat() {
  const onSend = async () => true
  return (
    <Composer ref={null} userId={7} isNew={false} chatId={newId()} answering={false} {...{ onSend }} onStop={stop} />
  )
}

function TemporaryChat() {
  const field = useRef<HTMLTextAreaElement>(null)
  return <TemporaryComposer canSend onSend={async () => undefined} {...{ field }} answering={false} onStop={stop} />
}

describe('a browser that speaks only after it has spoken during a user gesture', () => {
  it('reads answers aloud from the press on that turns them on', async () => {
    const page = await render(
      <Menu trigger={<Button>More</Button>}>
        <SpokenAnswersItem />
      </Menu>,
    )
    await press(() => page.querySelector('button') ?? undefined)
    expect(answer()).toBeNull()
    await press(() => document.querySelector<HTMLElement>('[role="menuitemcheckbox"]') ?? undefined)
    expect(answer()).toBe('The moon.')
  })

  it.each<[string, () => ReactNode]>([
    ['a chat', SavedChat],
    ['a temporary chat', TemporaryChat],
  ])('reads the answer aloud to a question of %s', async (_, Chat) => {
    setMode('response', 'voice')
    const page = await render(<Chat />)
    await typeInto(page.querySelector('textarea') ?? expect.fail('no field'), 'Hello')
    expect(answer()).toBeNull()
    await press(() => [...page.querySelectorAll('button')].find(({ ariaLabel }) => ariaLabel === 'Send'))
    expect(answer()).toBe('The moon.')
  })

  it('is reported after eight seconds where it does not begin', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const onFailure = vi.fn()
    play({ messageId: 'a', text: 'The moon.', voice: null, language: 'en', onFailure })
    vi.advanceTimersByTime(7_000)
    expect(onFailure).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(onFailure).toHaveBeenCalledOnce()
  })
})
