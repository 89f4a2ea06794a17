import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NotificationPrompt } from '#features/pwa/notifications/notification-prompt.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting, saveDeviceSetting } from '#offline/database/device-settings.ts'
import { answerFinished } from '#offline/stream/finished-answers.ts'
import { configured, vapidKey, withPush } from '#support/browser/push.ts'
import { interact, render } from '#support/browser/render.tsx'
import { PromptBar } from '#ui/feedback/prompt-bar.tsx'
import { PromptSlot } from '#ui/feedback/prompt-slot.tsx'

beforeEach(async () => {
  vi.stubGlobal('fetch', async () => configured(vapidKey))
  await saveDeviceSetting(database(), 'notifications', 'unasked')
})
afterEach(() => vi.unstubAllGlobals())

/** The prompt beside a composer, after a long answer. */
async function drawAsked() {
  withPush('default')
  const page = await render(
    <>
      <PromptSlot />
      <PromptBar />
      <NotificationPrompt />
    </>,
  )
  await interact(() => answerFinished({ userId: 1, chatId: 'a chat', messageId: 'an answer', tookMs: 60_000 }))
  await vi.waitFor(() => expect(page.textContent).toContain('Shall we tell you when a long answer is ready?'))
  return page
}

describe('the question about notifications', () => {
  it('is closed by a choice in the settings, which its buttons cannot change any more', async () => {
    const page = await drawAsked()
    await interact(() => saveDeviceSetting(database(), 'notifications', 'on'))
    await vi.waitFor(() => expect(page.textContent).toBe(''))
    expect(await readDeviceSetting(database(), 'notifications')).toBe('on')
  })

  it('is not asked again in another language once it is answered', async () => {
    const page = await drawAsked()
    const no = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'No, thanks')
    await interact(() => no?.click())
    await vi.waitFor(async () => expect(await readDeviceSetting(database(), 'notifications')).toBe('declined'))
    await interact(() => activateLanguage('es'))
    await vi.waitFor(() => expect(page.textContent).toBe(''))
  })
})
