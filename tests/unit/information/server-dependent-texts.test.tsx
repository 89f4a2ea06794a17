import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { PrivacySection } from '#features/information/privacy-section.tsx'
import { ScoresSection } from '#features/information/scores-section.tsx'
import { render } from '#support/browser/render.tsx'

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
    expect(model).toContain('the question and the answer are passed to a model once more')
    expect(model).not.toContain('passed to nobody else')
  })

  it('says that browsers report errors only where the server accepts reports', async () => {
    expect(await pageOf(bare)).not.toContain('what kind of error')
    expect(await pageOf({ ...bare, error_reports: true })).toContain('what kind of error it was')
  })

  it('says whether e-mails leave the server', async () => {
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
