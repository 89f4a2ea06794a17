import type { UpdateBrowser } from './update-browser.ts'
import { UpdatePageModel } from './update-page.ts'

/** A tab of the modelled browser: what is typed in it, and the pages that it has shown. */
export class UpdateTab {
  readonly name: string
  page: UpdatePageModel
  loads = 0
  /** Counts what was typed; `saved` is how much of it is on the disk. */
  typed = 0
  saved = 0
  readonly reloadedBuilds = new Set<number>()
  readonly #browser: UpdateBrowser

  constructor(browser: UpdateBrowser, name: string) {
    this.#browser = browser
    this.name = name
    this.page = this.#newPage()
  }

  /** Another page comes: from the worker in charge, else from the server. */
  load(): void {
    const { page } = this
    page.isGone = true
    this.#browser.forget(page)
    this.loads += 1
    if (this.saved < this.typed) this.#browser.fault(`${this.name} lost what was typed`)
    // One that goes after it was reached cannot be helped.
    if (!this.#browser.hasPage() && !page.hasReached) {
      this.#browser.fault(`${this.name} was loaded anew when nobody could answer`)
    }
    this.page = this.#newPage()
  }

  type(): void {
    this.typed += 1
  }

  fingerprint() {
    const { name, loads, typed, saved, reloadedBuilds } = this
    return [name, loads, typed, saved, [...reloadedBuilds], this.page.fingerprint()]
  }

  #newPage(): UpdatePageModel {
    const { active, newest, cached } = this.#browser
    const build = active !== null && cached.has(active.build) ? active.build : newest
    return new UpdatePageModel(this.#browser, this, build, active)
  }
}
