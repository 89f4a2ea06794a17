import { expect, test } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import type { Assistant } from '#server/providers/assistant/assistant.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startTestServer } from '#support/servers/test-server.ts'

test('the public configuration has what a page needs and no secret', async () => {
  const storage = await createTestStorage('sqlite')
  const assistant: Assistant = { name: 'gemma3', kind: 'model', async *answer() {} }
  const env = {
    GOOGLE_CLIENT_ID: 'client-1.apps.example.org',
    STRIPE_SECRET_KEY: 'sk_test_123',
  }
  const server = await startTestServer(storage, { env, assistant })
  expect(await server.call(getConfig, {})).toEqual({
    app_name: 'Companion',
    google_client_id: 'client-1.apps.example.org',
    assistant: { name: 'gemma3', kind: 'model', vision: false, is_choice: false },
    payments: 'stripe',
    trial: true,
    web_search: false,
    speech: { transcribes: false, speaks: false },
    files: true,
    scoring: false,
    mail: false,
    newsletter: { subscribe: false, issues: false },
    passkeys: false,
    error_reports: true,
    care_card: true,
    legal: { terms: null, privacy: null, consent: null, minimum_age: null },
    vapid_public_key: expect.stringMatching(/^B[\w-]{86}$/),
  })
  const { text } = await server.send('/api/v1/config/')
  expect(text).not.toContain('sk_test_123')
  await server.close()
  await storage.remove()
})
