import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AppUpdate } from '#lib/app-update/app-update.ts'
import { firstUpdateState, transition, type UpdateEvent, type UpdateState } from '#lib/app-update/update-machine.ts'

/** A model of the browser's service worker container, with a newer worker that waits. */
class Workers extends EventTarget {
  readonly told: unknown[] = []
  readonly controller = { postMessage: (message: unknown) => this.told.push(['old', message]) }
  waiting: { postMessage: (message: unknown) => void } | null = {
    postMessage: (message) => this.told.push(['new', message]),
  }
  getRegistration: () => Promise<{ waiting: Workers['waiting'] }> = async () => ({ waiting: this.waiting })
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function pageWith(workers: Workers) {
  const reload = vi.fn<(onStayed: () => void) => void>()
  const update = new AppUpdate({
    workers,
    finishWork: () => void workers.told.push('finish'),
    save: async () => undefined,
    probe: async () => true,
    waitToRetry: () => Promise.reject(new Error('The server is there')),
    reload,
    later: (work, ms) => void setTimeout(work, ms),
    recordReload: () => true,
    forgetReload: () => undefined,
  })
  update.send('found')
  return { update, reload }
}

const asked = ['finish', ['new', { type: 'SKIP_WAITING' }]]

describe('accepting an update', () => {
  it('asks the old worker to finish and the new one to activate, and reloads when that controls the page', async () => {
    const workers = new Workers()
    const { update, reload } = pageWith(workers)
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(100)
    expect(workers.told).toEqual(asked)
    expect(reload).not.toHaveBeenCalled()
    workers.dispatchEvent(new Event('controllerchange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(reload).toHaveBeenCalledOnce()
  })

  it('is offered again when the user refuses to leave the page, and then reloads', async () => {
    const workers = Object.assign(new Workers(), { waiting: null })
    const { update, reload } = pageWith(workers)
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(0)
    const onStayed = reload.mock.calls[0]?.[0]
    onStayed?.()
    expect(update.offer()).toEqual({ failure: null })
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(2)
    // The late answer of the first attempt changes nothing.
    onStayed?.()
    expect(update.offer()).toBeNull()
  })

  it('ends with the error page when a chunk is missing and the user refuses to leave', async () => {
    const workers = Object.assign(new Workers(), { waiting: null })
    const { update, reload } = pageWith(workers)
    const left = update.reloadForChunk()
    await vi.advanceTimersByTimeAsync(0)
    const onStayed = reload.mock.calls[0]?.[0]
    onStayed?.()
    expect(await left).toBe(false)
  })

  it('asks a stopped worker again each second, and after five seconds offers the update again without a reload', async () => {
    const workers = new Workers()
    const { update, reload } = pageWith(workers)
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(4_900)
    expect(workers.told).toEqual([...asked, ...asked, ...asked, ...asked, ...asked])
    expect(update.offer()).toBeNull()
    await vi.advanceTimersByTimeAsync(200)
    expect(update.offer()).toEqual({ failure: 'overdue' })
    expect(reload).not.toHaveBeenCalled()
  })

  it.each([
    ['none waits any more', async () => ({ waiting: null })],
    ['the browser refuses to say which waits', () => Promise.reject(new DOMException('', 'SecurityError'))],
  ])('reloads at once when %s', async (_when, getRegistration) => {
    const workers = Object.assign(new Workers(), { getRegistration })
    const { update, reload } = pageWith(workers)
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(0)
    expect([workers.told, reload.mock.calls.length]).toEqual([[], 1])
  })

  it('offers the update again when the browser never reports the waiting worker', async () => {
    const { update, reload } = pageWith(Object.assign(new Workers(), { getRegistration: () => new Promise(() => {}) }))
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(5_100)
    expect([update.offer(), reload.mock.calls.length]).toEqual([{ failure: 'overdue' }, 0])
  })
})

describe('a page whose service worker was switched off by the operator', () => {
  /** The server's responses one after the other; the page tries again each time that `retry` is called. */
  function pageWithout(answers: boolean[]) {
    const waits: (() => void)[] = []
    const reload = vi.fn()
    const update = new AppUpdate({
      workers: new Workers(),
      finishWork: () => undefined,
      save: async () => undefined,
      probe: async () => answers.shift() ?? false,
      waitToRetry: () => new Promise((resolve) => waits.push(resolve)),
      reload,
      later: (work, ms) => void setTimeout(work, ms),
      recordReload: () => true,
      forgetReload: () => undefined,
    })
    update.send('removed')
    const retry = async () => {
      await vi.advanceTimersByTimeAsync(0)
      for (const end of waits.splice(0)) end()
      await vi.advanceTimersByTimeAsync(0)
    }
    return { update, reload, retry, waits }
  }

  it('polls until the server is reachable, offers no update until then, and reloads once', async () => {
    const { update, reload, retry, waits } = pageWithout([false, false, true])
    await retry()
    expect([update.state, reload.mock.calls.length]).toEqual([{ at: 'removed', offer: null }, 0])
    await retry()
    expect([reload.mock.calls.length, waits]).toEqual([1, []])
    await retry()
    expect(reload).toHaveBeenCalledOnce()
  })

  it('runs one poll at a time, also when the user has accepted an update that was offered for another reason', async () => {
    const { update, retry, waits } = pageWithout([])
    await retry()
    update.send('outdated')
    update.send('pressed')
    await vi.advanceTimersByTimeAsync(10_000)
    await retry()
    expect(waits).toHaveLength(1)
  })
})

const events: UpdateEvent[] = [
  ...([
    'controlled',
    'found',
    'older',
    'outdated',
    'pressed',
    'missing',
    'removed',
    'noWaitingWorker',
    'overdue',
  ] as const),
  ...(['saved', 'unsaved', 'reachable', 'unreachable', 'stayed'] as const),
]

const nameOf = (state: UpdateState) => ('step' in state ? state.step : state.at)

/** Every state that any events can lead to, and each transition as the diagram writes it. */
function walk() {
  const known = new Map<string, UpdateState>([[JSON.stringify(firstUpdateState), firstUpdateState]])
  const ways = new Map<string, UpdateEvent[]>()
  for (const state of known.values()) {
    for (const event of events) {
      const next = transition(state, event)
      known.set(JSON.stringify(next.state), next.state)
      if (nameOf(state) === nameOf(next.state) && !next.command) continue
      const way = `${nameOf(state)} --> ${nameOf(next.state)}`
      ways.set(way, [...new Set([...(ways.get(way) ?? []), event])])
    }
  }
  return { states: [...known.values()], ways: [...ways].map(([way, by]) => `${way}: ${by.sort().join(', ')}`) }
}

describe('the state machine of updates', () => {
  it('matches its diagram', async () => {
    const text = await readFile(join(import.meta.dirname, '../../../src/lib/app-update/update-machine.ts'), 'utf8')
    const drawn = [...text.matchAll(/^ \* +(\w+ --> \w+): (.*)$/gm)]
    expect(drawn.map(([, way, by = '']) => `${way}: ${by.split(', ').sort().join(', ')}`).sort()).toEqual(
      walk().ways.sort(),
    )
  })

  it('offers nothing while it acts, and leaves its reload state only when the user stays', () => {
    for (const state of walk().states) {
      if (state.at === 'activating' || state.at === 'reloading') expect(state.offer).toBeNull()
      if (nameOf(state) !== 'leaving') continue
      for (const event of events) {
        const next = transition(state, event)
        if (event !== 'stayed') expect(next).toEqual({ state })
        else expect(next).toEqual({ state: { at: 'idle' in state ? state.idle : '', offer: { failure: null } } })
      }
    }
  })
})
