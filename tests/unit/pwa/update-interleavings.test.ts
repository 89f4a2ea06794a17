import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ExternalEvent, enumerateOrders } from '#support/app-update/enumerate-orders.ts'
import { UpdateBrowser } from '#support/app-update/update-browser.ts'
import {
  drain,
  dropOldBuilds,
  loadChunkIn,
  pressIn,
  removeWorker,
  scenarioOfWaitingUpdate,
  startServer,
  stopServer,
  stopWorkers,
  typeIn,
} from '#support/app-update/update-scenarios.ts'
import type { UpdateTab } from '#support/app-update/update-tab.ts'

const reported = vi.fn()
beforeEach(() => vi.stubGlobal('reportError', reported))
afterEach(() => vi.unstubAllGlobals())

/** The update was accepted and took one reload. */
function expectNew(tab: UpdateTab): void {
  expect([tab.name, tab.page.build, tab.loads, tab.page.offer]).toEqual([tab.name, 2, 1, null])
}
/** On the new build, or with text on the screen; after one reload at most, none of which lost anything. */
function expectNewOrNotified(tab: UpdateTab): void {
  const { page, loads } = tab
  const isNotified = page.showsError || page.offer !== null
  expect([tab.name, page.build === 2 || isNotified, loads <= 1]).toEqual([tab.name, true, true])
}

/** A page without a worker, whose build the server no longer has. */
function firstVisitBeforeDeploy() {
  const browser = UpdateBrowser.withWorker(false)
  const a = browser.open('A')
  browser.newest = 2
  browser.keepsOldBuilds = false
  return { browser, a }
}

describe('an update', () => {
  it('takes one reload whether it is accepted before, during or after another tab activates the worker', async () => {
    await scenarioOfWaitingUpdate(
      2,
      ({ a, b }) => [pressIn(a), pressIn(b)],
      ({ a, b }) => {
        expectNew(a)
        expectNew(b)
      },
    )
  })

  it('leaves another tab with typed text unchanged when it happens in one tab, and offers itself there', async () => {
    await scenarioOfWaitingUpdate(
      2,
      ({ a, b }) => [pressIn(a), typeIn(b), typeIn(a)],
      ({ a, b }) => {
        expectNew(a)
        expect([b.page.build, b.loads, b.page.state?.at]).toEqual([1, 0, 'controlling'])
        expect(b.page.offer).toEqual({ failure: null })
      },
    )
  })

  it('succeeds although the workers are stopped in between, twice', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [pressIn(a), stopWorkers(browser), stopWorkers(browser)],
      ({ a }) => expectNew(a),
    )
  })

  it('succeeds without the server', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [pressIn(a), stopServer(browser), typeIn(a)],
      ({ a }) => expectNew(a),
    )
  })

  it('is offered again by the reloaded page when the old worker did not finish its work', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [
        pressIn(a),
        { name: 'the old worker hangs', run: () => void Object.assign(browser, { isBusy: true }) },
      ],
      ({ a }) => expectNewOrNotified(a),
    )
  })

  it('keeps the page, says why and is offered again when typed text cannot be saved', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [
        { ...pressIn(a), canHappen: () => browser.isDiskFull },
        { name: 'the disk is full', run: () => void Object.assign(browser, { isDiskFull: true }) },
        typeIn(a),
      ],
      ({ a }) => {
        expect([a.page.build, a.loads, a.page.offer]).toEqual([1, 0, { failure: 'unsaved' }])
        expect(reported).toHaveBeenCalled()
      },
    )
    reported.mockClear()
  })

  it('installs the newest build when a still newer one is found in between', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [pressIn(a), { name: 'build 3', run: () => browser.install(3) }],
      ({ a }) => {
        const { build, offer } = a.page
        expect([build === 3 || offer !== null, a.loads]).toEqual([true, 1])
      },
    )
  })
})

describe('a chunk that cannot be loaded', () => {
  it('leads to the new build, or the error page, while another tab activates the worker and the old files are deleted', async () => {
    await scenarioOfWaitingUpdate(
      2,
      ({ a, b, browser }) => [loadChunkIn(a), pressIn(b), dropOldBuilds(browser)],
      ({ a, b }) => {
        expectNewOrNotified(a)
        expectNew(b)
      },
    )
  })

  it('leads to the new build without the server too, once its worker is installed', async () => {
    await scenarioOfWaitingUpdate(
      2,
      ({ a, b, browser }) => [loadChunkIn(a), pressIn(b), stopServer(browser)],
      ({ a, b }) => {
        expectNewOrNotified(a)
        expect(a.page.showsError).toBe(false)
        expectNew(b)
      },
    )
  })

  it('leads to the new build when its worker is found in between', async () => {
    await enumerateOrders(() => {
      const browser = UpdateBrowser.withWorker(true)
      const a = browser.open('A')
      drain(browser)
      browser.cached.clear()
      browser.newest = 2
      browser.keepsOldBuilds = false
      return {
        browser,
        events: [loadChunkIn(a), typeIn(a), { name: 'build 2', run: () => browser.install(2) }],
        expectAtEnd: () => expectNewOrNotified(a),
      }
    })
  })

  it('does not reload the page without a worker when the server is down', async () => {
    await enumerateOrders(() => {
      const { browser, a } = firstVisitBeforeDeploy()
      return {
        browser,
        events: [loadChunkIn(a), typeIn(a), stopServer(browser)],
        expectAtEnd: () => expectNewOrNotified(a),
      }
    })
  })

  it('does not reload the page twice on a first visit while the first worker claims it', async () => {
    await enumerateOrders(() => {
      const { browser, a } = firstVisitBeforeDeploy()
      return {
        browser,
        events: [loadChunkIn(a), { name: 'the first worker', run: () => browser.install(2) }],
        expectAtEnd: () => expectNewOrNotified(a),
      }
    })
  })
})

describe('the first service worker', () => {
  it('is no update, whenever it claims the page', async () => {
    await enumerateOrders(() => {
      const browser = UpdateBrowser.withWorker(false)
      const a = browser.open('A')
      return {
        browser,
        events: [{ name: 'the first worker', run: () => browser.install(1) }, loadChunkIn(a)],
        expectAtEnd: () => expect([a.page.state, a.loads]).toEqual([{ at: 'installed', offer: null }, 0]),
      }
    })
  })
})

describe('a service worker that the operator switches off', () => {
  const expectWithout = (tab: UpdateTab, browser: UpdateBrowser) => {
    expect([browser.active, tab.page.controller, tab.loads <= 1]).toEqual([null, null, true])
  }
  const inOneTab = (
    happen: (browser: UpdateBrowser, a: UpdateTab) => ExternalEvent[],
    expectAtEnd: (a: UpdateTab, browser: UpdateBrowser) => void,
  ) =>
    enumerateOrders(() => {
      const browser = UpdateBrowser.withWorker(true)
      const a = browser.open('A')
      return {
        browser,
        events: [removeWorker(browser), ...happen(browser, a)],
        expectAtEnd: () => expectAtEnd(a, browser),
      }
    })

  it('is removed with one reload, while the user types and a chunk is loading', async () => {
    await inOneTab((_, a) => [typeIn(a), loadChunkIn(a)], expectWithout)
  })

  it('is removed from a page of a build whose files were deleted, while a chunk is loading', async () => {
    await inOneTab(
      (browser, a) => {
        Object.assign(browser, { newest: 2, keepsOldBuilds: false })
        return [loadChunkIn(a)]
      },
      (a, browser) => {
        expectWithout(a, browser)
        expect(a.page.build).toBe(2)
      },
    )
  })

  it('is removed with one reload without user action once a server with two outages is back', async () => {
    await inOneTab(
      (browser, a) => [typeIn(a), stopServer(browser), startServer(browser), stopServer(browser), startServer(browser)],
      (a, browser) => {
        if (browser.active !== null) return
        expectWithout(a, browser)
        expect([a.loads, a.page.state]).toEqual([1, { at: 'noWorker', offer: null }])
      },
    )
  })

  it('leaves the page unchanged while the server is down', async () => {
    await inOneTab(
      (browser, a) => [typeIn(a), stopServer(browser)],
      (a, browser) => {
        if (browser.active !== null) return
        expect(a.page.state).toEqual({ at: a.loads === 1 ? 'noWorker' : 'removed', offer: null })
      },
    )
  })

  it('is removed with one reload while an update is in progress', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [pressIn(a), removeWorker(browser)],
      ({ a, browser }) => {
        expect(browser.active).toBeNull()
        expect(a.loads).toBeLessThanOrEqual(2)
      },
    )
  })
})

describe('a page that loads while another tab activates the worker', () => {
  it('has the new build, or offers it', async () => {
    await scenarioOfWaitingUpdate(
      1,
      ({ a, browser }) => [pressIn(a), { name: 'C is opened', run: () => void browser.open('C') }],
      ({ browser }) => {
        const c = browser.tabs.find(({ name }) => name === 'C')
        expect(c && (c.page.build === 2 || c.page.offer !== null)).toBe(true)
      },
    )
  })
})
