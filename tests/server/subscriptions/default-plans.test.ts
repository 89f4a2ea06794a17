import { expect, it } from 'vitest'
import { getConfig } from '#contract/endpoints/companion.ts'
import { listPlans } from '#contract/endpoints/subscriptions.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

const mentionsSearch = /search|look-?up|búsqued/i
const mentionsSpeech = /spoken|speech|aloud|voice|voz/i

describeServerOnEachEngine('the plans of a new installation', (server) => {
  it('promise no web searches while the server makes none', async () => {
    const { web_search } = await server().call(getConfig, {})
    expect(web_search).toBe(false)
    for (const { features, description } of await server().call(listPlans, {})) {
      for (const text of [description, ...features]) expect(text).not.toMatch(mentionsSearch)
    }
  })

  it('list no feature that users have without a plan', async () => {
    for (const { features } of await server().call(listPlans, {})) {
      for (const text of features) expect(text).not.toMatch(mentionsSpeech)
    }
  })

  it('state their token limits', async () => {
    for (const { features, tokens_limit } of await server().call(listPlans, {})) {
      expect(features.some((text) => text.startsWith(`${tokens_limit / 1_000_000} million tokens`))).toBe(true)
    }
  })
})
