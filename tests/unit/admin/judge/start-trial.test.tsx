import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { compareJudgeRun, listJudgeRuns, startJudgeRun, stopJudgeRun } from '#contract/endpoints/ratings/judge-runs.ts'
import type { JudgeRun } from '#contract/objects/ratings/judge-run.ts'
import { queryClient } from '#data/query-client.ts'
import { JudgeTrials } from '#features/admin/judge/judge-trials.tsx'
import { interact, render } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

/** What the server has stored, and whether the connection to it is lost after the next start. */
const server = { runs: [] as JudgeRun[], isLost: false }
beforeEach(() => {
  queryClient.clear()
  Object.assign(server, { runs: [], isLost: false })
  call.mockReset().mockImplementation(async (endpoint, request) => {
    if (endpoint === listJudgeRuns) {
      if (server.isLost) throw new NetworkError('lost')
      const judges = { estimated_tokens: 0, models: [], rubric_versions: ['words'], active_rubric: 'words' }
      return { exchanges: 3, ...judges, results: server.runs }
    }
    if (endpoint === compareJudgeRun) throw new NetworkError('lost')
    if (endpoint === stopJudgeRun) return stopAll()
    if (endpoint !== startJudgeRun) throw new Error('an unexpected call')
    return start(request.body)
  })
})

/** As the server does it: a repeat with the same id changes nothing, another one waits for the end of the first. */
function start({ id }: { id: string }): JudgeRun {
  const known = server.runs.find((run) => run.id === id)
  if (known === undefined && server.runs.some(({ state }) => state === 'running'))
    throw new ApiError({ status: 409, code: 'conflict', message: 'Another trial is running', recognised: true })
  const started_at = '2026-11-24T12:00:00.000Z'
  const begun = { scored: 0, total: 3, tokens: 0, started_at }
  const run: JudgeRun = known ?? { id, model: null, rubric_version: 'words', state: 'running', ...begun }
  if (known === undefined) server.runs = [run, ...server.runs]
  if (server.isLost) throw new NetworkError('lost')
  return run
}

function stopAll(): void {
  server.runs = server.runs.map((run) => ({ ...run, state: 'stopped' }))
}

const button = () =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Start the trial'))
const isOff = () => button()?.getAttribute('aria-disabled')
const starts = () => call.mock.calls.filter(([endpoint]) => endpoint === startJudgeRun)

async function press(): Promise<void> {
  const before = starts().length
  await interact(() => button()?.click())
  await vi.waitFor(() => expect(starts()).toHaveLength(before + 1))
}

test('shows a trial whose start was stored although the response was lost', async () => {
  const page = await render(<JudgeTrials />)
  await vi.waitFor(() => expect(button()).toBeDefined())
  call.mockImplementationOnce(async (_, { body }) => {
    start(body)
    throw new NetworkError('lost')
  })
  await press()
  await vi.waitFor(() => expect(page.textContent).toContain('Running'))
  expect(isOff()).toBe('true')
  // The focus stays on it.
  expect(button()?.disabled).toBe(false)
  await interact(() => button()?.click())
  expect(starts()).toHaveLength(1)
})

test('starts one trial when “Start” is pressed again before the list could be read, and another one after its end', async () => {
  const page = await render(<JudgeTrials />)
  await vi.waitFor(() => expect(button()).toBeDefined())
  server.isLost = true
  await press()
  await vi.waitFor(() => expect(page.querySelector('[role="alert"]')?.textContent).not.toBe(''))
  server.isLost = false
  await press()
  await vi.waitFor(() => expect(page.textContent).toContain('Running'))
  expect(page.textContent).not.toContain('Another trial is running')
  expect(server.runs).toHaveLength(1)

  stopAll()
  await interact(() => queryClient.refetchQueries())
  await vi.waitFor(() => expect(isOff()).toBe('false'))
  await press()
  expect(server.runs).toHaveLength(2)
})

test('moves the focus from “Stop” to the name of the trial, which cannot be stopped any more', async () => {
  start({ id: 'one' })
  const page = await render(<JudgeTrials />)
  const stop = await vi.waitFor(
    () =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Stop') ?? expect.fail('no stop'),
  )
  await interact(() => stop.focus())
  await interact(() => stop.click())
  await vi.waitFor(() => expect(stop.isConnected).toBe(false))
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('li p')))
  expect(document.activeElement?.textContent).toBe('words')
})
