import 'fake-indexeddb/auto'
import { createRef } from 'react'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { Composer } from '#features/chat/composer/composer.tsx'
import type { ComposerHandle } from '#features/chat/composer/composer-handle.ts'
import { database } from '#offline/database/database.ts'
import { readStoredDrafts } from '#offline/drafts/draft-stash.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { interact, render, typeInto } from '#support/browser/render.tsx'

// The composer begins to load its parts, which may end after the test.
beforeAll(async () => {
  await import('#features/chat/attachments/attach-button.tsx')
  await import('#features/chat/voice/voice-slot.tsx')
  await import('#features/chat/web-search/web-search-switch.tsx')
}, 60_000)

test('an example takes the place of what was typed, which is stashed, or of another example, which is not', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  const [userId, chatId] = [7, newId()]
  const composer = createRef<ComposerHandle>()
  const rest = { userId, chatId, isNew: false, answering: false, onStop: () => undefined }
  const page = await render(<Composer ref={composer} {...rest} onSend={async () => true} />)
  const field = page.querySelector('textarea') ?? expect.fail('no field')
  const write = (text: string) => interact(() => composer.current?.write(text))
  const stashed = () =>
    vi.waitFor(async () => {
      const stored = await readStoredDrafts(database(), userId, chatId)
      expect(stored.text).toBe(field.value)
      return stored.stashed
    })
  // A double click.
  await write('Plan my week')
  await write('Plan my week')
  expect(await stashed()).toBe('')
  await write('Write to my landlord')
  expect(await stashed()).toBe('')
  await typeInto(field, 'Write to my sister')
  await write('Plan my week')
  expect(field.value).toBe('Plan my week')
  expect(await stashed()).toBe('Write to my sister')
})
