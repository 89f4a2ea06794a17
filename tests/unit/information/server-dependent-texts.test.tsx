import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { agreementQuery } from '#data/agreement-query.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { usageQuery } from '#data/usage.ts'
import { UsageSection } from '#features/account/usage/usage-section.tsx'
import { PrivacySection } from '#features/information/privacy-section.tsx'
import { ScoresSection } from '#features/information/scores-section.tsx'
import { PlanSearches } from '#features/subscriptions/plans/plan-searches.tsx'
import { render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan } from '../subscriptions/plan-fixtures.ts'

const bare: PublicConfig = {
  app_name: 'Companion',
  google_client_id: null,
  assistant: { name: 'Practice', kind: 'practice', vision: false },
  payments: 'sandbox',
  web_search: false,
  files: false,
  scoring: false,
  mail: false,
  error_reports: false,
  vapid_public_key: null,
}

async function textOf(section: ReactNode, config: PublicConfig): Promise<string> {
  queryClient.setQueryData(configQuery.queryKey, config)
  queryClient.setQueryData(agreementQuery.queryKey, { minimum: 30, computed_at: '2026-11-23T10:00:00Z', versions: [] })
  return (await render(section)).textContent ?? ''
}

afterEach(() => queryClient.clear())

describe('the privacy page', () => {
  const pageOf = (config: PublicConfig) => textOf(<PrivacySection />, config)

  it('says that nothing is loaded from other companies only where no Google button is set up', async () => {
    expect(await pageOf(bare)).toContain("No page loads anything from another company's server.")
    const withGoogle = await pageOf({ ...bare, google_client_id: 'client.apps.example.org' })
    expect(withGoogle).not.toContain('No page loads anything')
    expect(withGoogle).toContain("load Google's button from Google")
  })

  it('says that browsers may send dictated speech to their vendor', async () => {
    expect(await pageOf(bare)).toMatch(/Dictation .* send the recording to their maker/)
  })

  it('says who hears a voice chat: the browser, or the speech service of the server', async () => {
    const without = await pageOf({ ...bare, speech: { transcribes: false, speaks: false } })
    expect(without).toContain('In a voice chat, your browser listens in the same way')
    expect(without).toContain('Nothing that you say goes to this server as a recording.')
    expect(without).not.toContain('speech service')
    const hearing = await pageOf({ ...bare, speech: { transcribes: true, speaks: false } })
    expect(hearing).toContain('goes as a recording through this server to the speech service')
    expect(hearing).not.toContain('Nothing that you say')
    expect(hearing).not.toContain('which speaks them')
    expect(await pageOf({ ...bare, speech: { transcribes: false, speaks: true } })).toContain('which speaks them')
  })

  it('says that a keyed hash of the address is kept for 13 months after a trial, also of a deleted account', async () => {
    expect(await pageOf(bare)).toMatch(/keyed hash of your email address is kept for 13 months, also when you delete/)
  })

  it('names push services where the server can send notifications', async () => {
    expect(await pageOf(bare)).not.toContain('Notifications, if you')
    expect(await pageOf({ ...bare, vapid_public_key: 'key' })).toContain("delivered by your browser's maker")
  })

  it('says what a web search passes on only where the server has one', async () => {
    expect(await pageOf(bare)).not.toContain('search engines')
    const searching = await pageOf({ ...bare, web_search: true })
    expect(searching).toContain('which passes them to search engines')
    expect(searching).not.toContain('passed to nobody else')
  })

  it('names Stripe only where payments go through it', async () => {
    expect(await pageOf(bare)).not.toContain('Stripe')
    expect(await pageOf(bare)).toContain('no money moves')
    expect(await pageOf({ ...bare, payments: 'stripe' })).toContain('entered at Stripe')
  })

  it('names the recipient of messages: nobody, or the model', async () => {
    expect(await pageOf(bare)).toContain('passed to nobody else')
    const model = await pageOf({ ...bare, assistant: { name: 'gemma3', kind: 'model', vision: false }, scoring: true })
    expect(model).toContain('Answers come from the model gemma3.')
    expect(model).toContain('the question and the answer are passed to a model twice more')
    expect(model).not.toContain('passed to nobody else')
  })

  it('says that browsers report errors only where the server accepts reports', async () => {
    expect(await pageOf(bare)).not.toContain('what kind of error')
    expect(await pageOf({ ...bare, error_reports: true })).toContain('what kind of error it was')
  })

  it('says whether emails leave the server', async () => {
    expect(await pageOf(bare)).toContain('This server sends no emails')
    expect(await pageOf({ ...bare, mail: true })).toContain('go through the mail server')
  })
})

describe('the page about scores', () => {
  it('says so where the server scores no answers', async () => {
    expect(await textOf(<ScoresSection />, bare)).toContain('has switched scoring off')
    expect(await textOf(<ScoresSection />, { ...bare, scoring: true })).not.toContain('has switched scoring off')
  })
})

describe('the web searches of a plan', () => {
  const plan = makePlan({ searches_limit: 200 })

  it('are a line of its card only where the server can search', async () => {
    expect(await textOf(<PlanSearches plan={plan} />, bare)).toBe('')
    expect(await textOf(<PlanSearches plan={plan} />, { ...bare, web_search: true })).toBe('200 web searches')
    const unlimited = <PlanSearches plan={makePlan()} />
    expect(await textOf(unlimited, { ...bare, web_search: true })).toBe('Web searches without a limit')
  })

  it('have a meter only where the server can search', async () => {
    const user = makeUser()
    const meter = (used: number, limit: number) => ({ used, limit })
    const period = { period_start: '2026-11-01T00:00:00.000Z', resets_at: '2026-12-01T00:00:00.000Z' }
    const usage = { plan, tokens: meter(1, 1_000), searches: meter(3, 200), ...period }
    queryClient.setQueryData(usageQuery(user.id).queryKey, usage)
    expect(await textOf(<UsageSection user={user} />, bare)).not.toContain('Web searches')
    const searching = await textOf(<UsageSection user={user} />, { ...bare, web_search: true })
    expect(searching).toContain('Web searches3 of 200 used')
  })
})
