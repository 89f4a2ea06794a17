import { expect, onTestFinished, test, vi } from 'vitest'
import { giveConsents } from '#contract/endpoints/legal.ts'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { ConsentPrompt } from '#features/account/consents/consent-prompt.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { prompts } from '#ui/feedback/prompt.ts'

const { call, navigate } = vi.hoisted(() => ({ call: vi.fn(), navigate: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => router }))
const router = { navigate }

async function open(
  legal: NonNullable<PublicConfig['legal']>,
  pending: { terms: number | null; minimum_age: number | null },
) {
  call.mockReset()
  queryClient.setQueryData(configQuery.queryKey, { legal } as PublicConfig)
  call.mockImplementation(async (endpoint) =>
    endpoint === giveConsents ? { terms: null, minimum_age: null, given: [] } : { ...pending, given: [] },
  )
  onTestFinished(() => queryClient.clear())
  await render(<ConsentPrompt userId={7} />)
}
const select = (label: string) =>
  interact(() =>
    prompts
      .get()[0]
      ?.actions.find((action) => action.label === label)
      ?.onSelect(),
  )
const none = { terms: null, privacy: null, consent: null, minimum_age: null }

test('a server without published terms asks nothing, and no call is made', async () => {
  await open(none, { terms: null, minimum_age: null })
  expect(call).not.toHaveBeenCalled()
  expect(prompts.get()).toEqual([])
})

test('new terms are asked for until they are accepted, also after they were opened', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  onTestFinished(() => opened.mockRestore())
  await open({ ...none, terms: 3, consent: 2 }, { terms: 2, minimum_age: null })
  await vi.waitFor(() => expect(prompts.get().map(({ id }) => id)).toEqual(['consent-terms']))
  await select('Read')
  expect(opened).toHaveBeenCalledWith('/legal/terms?lang=en', '_blank', 'noopener')
  expect(prompts.get()).toHaveLength(1)
  await select('Accept')
  expect(call).toHaveBeenCalledWith(giveConsents, { body: { terms: 2 }, as: 7 })
  await vi.waitFor(() => expect(prompts.get()).toEqual([]))
})

test('a user who declines is led to their account', async () => {
  await open({ ...none, minimum_age: 16 }, { terms: null, minimum_age: 16 })
  await vi.waitFor(() => expect(prompts.get()[0]?.text).toContain('at least 16 years old'))
  await select('No')
  expect(navigate).toHaveBeenCalledWith({ to: '/account' })
})

test('newer terms are asked for in a window that stays open', async () => {
  await open({ ...none, terms: 2, consent: 2 }, { terms: 2, minimum_age: null })
  await vi.waitFor(() => expect(prompts.get()).toHaveLength(1))
  await select('Accept')
  await vi.waitFor(() => expect(prompts.get()).toEqual([]))
  const legal = { ...none, terms: 3, consent: 3 }
  call.mockResolvedValue({ terms: 3, minimum_age: null, given: [] })
  await interact(() => queryClient.setQueryData(configQuery.queryKey, { legal } as PublicConfig))
  await vi.waitFor(() => expect(prompts.get().map(({ id }) => id)).toEqual(['consent-terms']))
})
