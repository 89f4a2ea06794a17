import { type Locator, type Page, test } from '@playwright/test'
import { expect } from '../../fixtures.ts'

/** Where it is checked that the server has what a control did: in a step of the same walk, or in another e2e test. */
export type Check = { step: string } | { test: string }

/** The controls of one screen, menu or dialog as `role name`; `*` stands for any text. */
export interface Place {
  /** They change nothing on the server: they lead somewhere, open, close, copy, or change this device only. */
  shows?: readonly (string | RegExp)[]
  /** What they do is checked on the server. */
  changes?: Readonly<Record<string, Check>>
}

export type Places = Readonly<Record<string, Place>>

/** Checked in the step of the walk with this title. */
export const inStep = (step: string): Check => ({ step })
/** Checked in the e2e test with this title, on the server. */
export const inTest = (title: string): Check => ({ test: title })

/** Links only lead somewhere; text fields do nothing until a button is pressed. */
const CONTROL =
  /^- '?(button|checkbox|combobox|menuitem|menuitemcheckbox|menuitemradio|radio|slider|switch|tab)\b(?: "((?:[^"\\]|\\.)*)")?/

/** A message at the edge of the page goes by itself. */
const TOAST = 'button Dismiss'

const controlsOf = (place: Place): (string | RegExp)[] => [...(place.shows ?? []), ...Object.keys(place.changes ?? {})]

const matches = (pattern: string | RegExp, control: string): boolean => {
  if (typeof pattern !== 'string') return pattern.test(control)
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${literal.join('.*')}$`, 's').test(control)
}

/** Every control that a screen reader finds on the page now, as `role name`. */
export async function readControls(scope: Locator): Promise<string[]> {
  const lines = (await scope.ariaSnapshot()).split('\n')
  const controls = lines.flatMap((line) => {
    const [, role, name = ''] = CONTROL.exec(line.trim()) ?? []
    return role === undefined ? [] : [`${role} ${name.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1')}`]
  })
  return [...new Set(controls)]
}

/** Opens the places of one area, compares their controls with the table, and runs the steps that the table names. */
export class ControlWalk {
  readonly #page: Page
  readonly #places: Places
  readonly #everywhere: readonly (string | RegExp)[]
  readonly #seen = new Set<string>()
  readonly #run = new Set<string>()
  /** Those of everywhere that were on some page. */
  readonly #met = new Set<string | RegExp>()

  /** The controls of the place `everywhere` may stand beside those of any other. */
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

  /** A step that presses controls and asks the server what has become of it. */
  async step(title: string, body: () => Promise<void>): Promise<void> {
    await test.step(title, body)
    this.#run.add(title)
  }

  /** Every place of the table was opened and every step that it names was run. */
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
