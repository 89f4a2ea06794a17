import { type Locator, type Page, test } from '@playwright/test'
import { expect } from '../../fixtures.ts'

/** Where a control's effect on the server is checked: in a step of the same walk, or in another e2e test. */
export type Check = { step: string } | { test: string }

/** The controls of one screen, menu or dialog as `role name`; `*` stands for any text. */
export interface Place {
  /** Controls without an effect on the server: they navigate, open, close, copy, or change only this device. */
  shows?: readonly (string | RegExp)[]
  /** Controls whose effect is checked on the server. */
  changes?: Readonly<Record<string, Check>>
}

export type Places = Readonly<Record<string, Place>>

/** The effect is checked in the step of the walk with this title. */
export const inStep = (step: string): Check => ({ step })
/** The effect is checked on the server in the e2e test with this title. */
export const inTest = (title: string): Check => ({ test: title })

/** Links only navigate, and text fields have no effect until a button is pressed. */
const CONTROL =
  /^- '?(button|checkbox|combobox|menuitem|menuitemcheckbox|menuitemradio|radio|slider|switch|tab)\b(?: "((?:[^"\\]|\\.)*)")?/

/** A toast, which closes by itself. */
const TOAST = 'button Dismiss'

const controlsOf = (place: Place): (string | RegExp)[] => [...(place.shows ?? []), ...Object.keys(place.changes ?? {})]

const matches = (pattern: string | RegExp, control: string): boolean => {
  if (typeof pattern !== 'string') return pattern.test(control)
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`, 's').test(control)
}

/** Returns all controls in the accessibility tree as `role name`. */
async function readControls(scope: Locator): Promise<string[]> {
  const lines = (await scope.ariaSnapshot()).split('\n')
  const controls = lines.flatMap((line) => {
    const [, role, name = ''] = CONTROL.exec(line.trim()) ?? []
    return role === undefined ? [] : [`${role} ${name.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1')}`]
  })
  return [...new Set(controls)]
}

/** Opens the screens of one area, compares their controls with the table, and runs the steps which it names. */
export class ControlWalk {
  readonly #page: Page
  readonly #places: Places
  readonly #everywhere: readonly (string | RegExp)[]
  readonly #seen = new Set<string>()
  readonly #run = new Set<string>()
  /** The controls of `everywhere` that were found on some page. */
  readonly #met = new Set<string | RegExp>()

  /** The controls of `everywhere` may be present in addition to those of any place. */
  constructor(page: Page, places: Places, everywhere: Place = {}) {
    this.#page = page
    this.#places = places
    this.#everywhere = controlsOf(everywhere)
  }

  /** Waits until the page has exactly the controls that the table lists for this place. */
  async at(name: string): Promise<void> {
    this.#seen.add(name)
    const expected = controlsOf(this.#places[name] ?? {})
    const differences = async () => {
      const found = await readControls(this.#page.locator('body'))
      for (const pattern of this.#everywhere) {
        if (found.some((control) => matches(pattern, control))) this.#met.add(pattern)
      }
      const isKnown = (control: string) =>
        [...expected, ...this.#everywhere, TOAST].some((pattern) => matches(pattern, control))
      return {
        'not in the table': found.filter((control) => !isKnown(control)),
        'not on the page': expected.filter((pattern) => !found.some((control) => matches(pattern, control))),
      }
    }
    const nothing = { 'not in the table': [], 'not on the page': [] }
    await expect.configure({ soft: true }).poll(differences, `the controls of “${name}”`).toEqual(nothing)
  }

  /** Runs a step that presses controls and checks the result on the server. */
  async step(title: string, body: () => Promise<void>): Promise<void> {
    await test.step(title, body)
    this.#run.add(title)
  }

  /** Checks that every place of the table was opened and every step run. */
  finish(): void {
    const steps = Object.values(this.#places).flatMap(({ changes = {} }) =>
      Object.values(changes).flatMap((check) => ('step' in check ? [check.step] : [])),
    )
    expect(
      Object.keys(this.#places).filter((name) => !this.#seen.has(name)),
      'places of the table that were not opened',
    ).toEqual([])
    expect(
      this.#everywhere.filter((pattern) => !this.#met.has(pattern)),
      'controls of everywhere that were nowhere',
    ).toEqual([])
    expect(
      steps.filter((step) => !this.#run.has(step)),
      'steps of the table that were not run',
    ).toEqual([])
  }
}
