import 'fake-indexeddb/auto'
import { expect, it } from 'vitest'
import { StashedDraftBar } from '#features/chat/composer/stashed-draft-bar.tsx'
import { FactItem } from '#features/settings/profile/fact-item.tsx'
import { UnsentItem } from '#features/settings/sync/unsent/unsent-item.tsx'
import { render } from '#support/browser/render.tsx'
import { messageEntry } from '#support/device/outbox-entry.ts'

const ignore = () => {}
const text = 'أحب النحل'

it("texts of the user have their own direction, whatever that of the app's language", async () => {
  const message = messageEntry(crypto.randomUUID())
  const entry = { ...message, body: { ...message.body, content: text } }
  const page = await render(
    <>
      <FactItem fact={{ id: crypto.randomUUID(), text, created_at: '' }} onForget={ignore} />
      <StashedDraftBar text={text} onUse={ignore} onDelete={ignore} />
      <UnsentItem
        entry={entry}
        title={text}
        hasChat={false}
        isOnline={true}
        heading={{ current: null }}
        onRetry={ignore}
        onDiscard={ignore}
      />
    </>,
  )
  const shown = [...page.querySelectorAll('[dir="auto"]')].map(({ textContent }) => textContent)
  expect(shown).toEqual([text, text, text, text])
})
