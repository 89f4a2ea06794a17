import { expect } from 'vitest'
import type { UpdateBrowser } from './update-browser.ts'

/** An external event that happens once, at any possible time. */
export interface ExternalEvent {
  name: string
  run: () => void
  canHappen?: () => boolean
}

export interface Scenario {
  browser: UpdateBrowser
  events: ExternalEvent[]
  /** Checks the state after all events. */
  expectAtEnd: () => void
}

/** Resolves when no promise of the app is pending. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) await Promise.resolve()
}

/**
 * Runs the scenario that `make` creates in every order in which its events and the browser's own tasks can happen.
 * Orders that lead to the same state continue from there once. Rejects with the order that failed.
 */
export async function enumerateOrders(make: () => Scenario): Promise<void> {
  const known = new Set<string>()
  /** The choices of the previous run, up to the first difference. */
  let choices: number[] = []
  while (true) {
    const { widths, scene, story } = await runOnce(make(), choices, known)
    if (scene) {
      try {
        expect(scene.browser.faults).toEqual([])
        scene.expectAtEnd()
        await takeWhatIsOffered(scene.browser)
      } catch (error) {
        throw new Error(`${(error as Error).message}\n\nin this order:\n${story.join('\n')}`, { cause: error })
      }
    }
    choices = widths.map((_, depth) => choices[depth] ?? 0)
    while (choices.length > 0 && (choices.at(-1) ?? 0) + 1 >= (widths[choices.length - 1] ?? 0)) choices.pop()
    const last = choices.pop()
    if (last === undefined) return
    choices.push(last + 1)
  }
}

/** The number of choices at each step, and the scenario when it ended in a new state. */
async function runOnce(scene: Scenario, choices: readonly number[], known: Set<string>) {
  const { browser, events: happenings } = scene
  const story: string[] = []
  const widths: number[] = []
  const left = new Set(happenings)
  await settle()
  while (true) {
    const open = [...left].filter(({ canHappen }) => canHappen?.() ?? true)
    const tasks = browser.next()
    if (open.length + tasks.length === 0) return { widths, scene, story }
    const choice = choices[widths.length] ?? 0
    widths.push(open.length + tasks.length)
    const happening = open[choice]
    const task = tasks[choice - open.length]
    if (happening) {
      left.delete(happening)
      happening.run()
    } else if (task) browser.run(task)
    story.push(happening?.name ?? `${task?.channel}: ${task?.name}`)
    await settle()
    if (widths.length < choices.length) continue
    const state = `${browser.fingerprint()}${[...left].map(({ name }) => name).join()}`
    if (known.has(state)) return { widths, scene: null, story }
    known.add(state)
  }
}

/** An update that the page offers must exist: once everything works again, accepting it installs the newest build. */
async function takeWhatIsOffered(browser: UpdateBrowser): Promise<void> {
  Object.assign(browser, { isServerUp: true, isBusy: false, isDiskFull: false })
  for (const tab of browser.tabs) {
    if (tab.page.offer === null) continue
    tab.page.press()
    await settle()
    for (let [task] = browser.next(); task; [task] = browser.next()) {
      browser.run(task)
      await settle()
    }
    const { build, offer } = tab.page
    expect([tab.name, build, offer]).toEqual([tab.name, browser.active?.build ?? browser.newest, null])
  }
}
