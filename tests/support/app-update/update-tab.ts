import type { BrowserModel, TabModel } from './update-model.ts'
import { UpdatePageModel } from './update-page.ts'

/** A tab of the modelled browser: its typed text, and the pages that it has shown. */
export class UpdateTab implements TabModel {
  readonly name: string
  page: UpdatePageModel
  loads = 0
  /** `typed` counts the typed characters; `saved` is how many of them are stored. */
  typed = 0
  saved = 0
  readonly reloadedBuilds = new Set<number>()
  readonly #browser: BrowserModel

  constructor(browser: BrowserModel, name: string) {
    this.#browser = browser
    this.name = name
    this.page = this.#newPage()
  }

  /** Loads another page: from the active worker, else from the server. */
  load(): void {
    const { page } = this
    page.isGone = true
    this.#browser.forget(page)
    this.loads += 1
    if (this.saved < this.typed) this.#browser.fault(`${this.name} lost what was typed`)
    // A server that goes down after this request cannot be helped.
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
