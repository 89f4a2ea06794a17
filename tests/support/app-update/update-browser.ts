import { buildRequestMessage } from '#lib/service-worker/worker-messages.ts'
import { waitForUpdate } from '../../../sw/update.ts'
import type { BrowserModel, Task, WorkerModel } from './update-model.ts'
import { UpdateTab } from './update-tab.ts'

/**
 * A model of a browser with one service worker registration, some tabs and the server of the app. Deterministic:
 * everything that the browser would do on its own is a task, and a test chooses the next one.
 */
export class UpdateBrowser implements BrowserModel {
  readonly tabs: UpdateTab[] = []
  active: WorkerModel | null = null
  waiting: WorkerModel | null = null
  installing: WorkerModel | null = null
  /** Builds whose files are cached on the device. */
  readonly cached = new Set<number>()
  readonly faults: string[] = []
  /** The build on the server. */
  newest = 1
  keepsOldBuilds = true
  isServerUp = true
  isDiskFull = false
  /** Whether the active worker has work that never finishes. */
  isBusy = false
  #tasks: Task[] = []
  #skipping: WorkerModel | null = null

  /** A browser in which the app was used before, or one on its first visit. */
  static withWorker(isInstalled: boolean): UpdateBrowser {
    const browser = new UpdateBrowser()
    if (isInstalled) {
      browser.active = { build: 1, state: 'activated' }
      browser.cached.add(1)
    }
    return browser
  }

  open(name: string): UpdateTab {
    const tab = new UpdateTab(this, name)
    this.tabs.push(tab)
    return tab
  }

  fault(text: string): void {
    this.faults.push(text)
  }

  hasPage(): boolean {
    return this.isServerUp || (this.active !== null && this.cached.has(this.active.build))
  }

  enqueue(task: Task): void {
    this.#tasks.push(task)
  }

  forget(page: object): void {
    this.#tasks = this.#tasks.filter((task) => task.page !== page)
  }

  /** The tasks that may run next: the first of each channel. Timers end only when nothing else can happen. */
  next(): Task[] {
    const heads = new Map<string, Task>()
    for (const task of this.#tasks) if (!heads.has(task.channel)) heads.set(task.channel, task)
    const ready = [...heads.values()].filter(({ isReady }) => isReady?.() ?? true)
    const untimed = ready.filter(({ channel }) => !channel.startsWith('timer'))
    return untimed.length > 0 ? untimed : ready
  }

  run(task: Task): void {
    this.#tasks = this.#tasks.filter((each) => each !== task)
    task.run()
  }

  post(worker: WorkerModel, data: unknown, from: { name: string; answer: (message: unknown) => void }): void {
    const { type } = data as { type: string }
    const run = () => {
      // As server/http/static/worker-off.ts responds after it has removed itself.
      if (worker.build === 0 && worker.state === 'activated') from.answer({ type: 'WORKER_OFF' })
      if (worker.state === 'redundant' || worker.build === 0) return
      const scope = { skipWaiting: async () => this.#skipWaiting(worker) }
      const event = { data, source: { postMessage: from.answer }, waitUntil: () => undefined }
      waitForUpdate(event, scope, String(worker.build))
    }
    // Messages that only query change nothing, so the time of reading them does not matter; the reply takes its time.
    if (type === buildRequestMessage.type) run()
    else this.enqueue({ channel: `worker ${worker.build}`, name: `${type} from ${from.name}`, run })
  }

  /** Unread messages are lost; the next one starts the worker again. */
  stopWorkers(): void {
    this.#tasks = this.#tasks.filter(({ channel }) => !channel.startsWith('worker'))
  }

  /** The browser finds the worker of another build, or (0) the operator's. */
  install(build: number): void {
    const worker: WorkerModel = { build, state: 'installing' }
    this.installing = worker
    for (const { page } of this.tabs) page.tell(worker, 'installing')
    this.enqueue({ channel: 'install', name: `install ${build}`, run: () => this.#installed(worker) })
  }

  fingerprint(): string {
    const tasks = this.#tasks
      .map(({ channel, name }) => [channel, name])
      .sort(([a = ''], [b = '']) => (a < b ? -1 : a > b ? 1 : 0))
    return JSON.stringify([
      [this.active, this.waiting, this.installing, this.#skipping, [...this.cached], this.newest, this.keepsOldBuilds],
      [this.isServerUp, this.isDiskFull, this.isBusy, this.faults, tasks, this.tabs.map((tab) => tab.fingerprint())],
    ])
  }

  #installed(worker: WorkerModel): void {
    this.installing = null
    // The worker's files could not be fetched.
    if (!this.isServerUp) return
    if (worker.build > 0) this.cached.add(worker.build)
    if (this.waiting) this.waiting.state = 'redundant'
    this.waiting = worker
    worker.state = 'installed'
    for (const { page } of this.tabs) page.tell(worker, 'installed')
    if (worker.build === 0 || this.active === null) this.#skipWaiting(worker)
  }

  #skipWaiting(worker: WorkerModel): void {
    if (this.waiting !== worker || this.#skipping === worker) return
    this.#skipping = worker
    const isReady = () => !this.isBusy || this.active === null
    this.enqueue({ channel: 'activate', name: `activate ${worker.build}`, isReady, run: () => this.#activate(worker) })
  }

  #activate(worker: WorkerModel): void {
    if (this.waiting !== worker) return
    if (this.active) this.active.state = 'redundant'
    this.active = worker
    this.waiting = null
    worker.state = 'activating'
    for (const { page } of this.tabs) if (page.controller) page.deliver('controllerchange', worker)
    this.enqueue({ channel: 'activate', name: `activated ${worker.build}`, run: () => this.#activated(worker) })
  }

  #activated(worker: WorkerModel): void {
    worker.state = 'activated'
    if (worker.build === 0) {
      this.#takeOut()
      return
    }
    for (const build of this.cached)
      if (build !== worker.build && build !== this.waiting?.build) this.cached.delete(build)
    // Pages without a controlling worker too (`clients.claim()`).
    for (const { page } of this.tabs) if (!page.controller) page.deliver('controllerchange', worker)
  }

  /** As server/http/static/worker-off.ts does it. */
  #takeOut(): void {
    this.cached.clear()
    this.active = null
    for (const tab of this.tabs) {
      const { page } = tab
      if (!page.controller) continue
      if (page.isFollowing) page.deliver('message', { type: 'WORKER_OFF' })
      else
        this.enqueue({
          channel: `load ${tab.name}`,
          name: 'load from outside',
          run: () => this.#loadOutside(tab),
          page,
        })
    }
  }

  /** Without a response the page stores the typed text when it closes. */
  #loadOutside(tab: UpdateTab): void {
    if (!this.isServerUp) return
    tab.saved = tab.typed
    tab.load()
  }
}
