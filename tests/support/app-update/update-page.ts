import { followRegistration, followWorkers } from '#features/pwa/follow-workers.ts'
import { AppUpdate, type UpdatePage, type Workers } from '#lib/app-update/app-update.ts'
import type { UpdateOffer, UpdateState } from '#lib/app-update/update-machine.ts'
import type { BrowserModel, TabModel, WorkerModel, WorkerState } from './update-model.ts'

/**
 * A worker as one page sees it: its state changes when the page is notified, which may be later than the actual change.
 */
class WorkerView extends EventTarget {
  state: WorkerState
  readonly postMessage: (data: unknown) => void
  constructor(state: WorkerState, postMessage: (data: unknown) => void) {
    super()
    this.state = state
    this.postMessage = postMessage
  }
}

class RegistrationView extends EventTarget {
  active: WorkerView | null = null
  waiting: WorkerView | null = null
  installing: WorkerView | null = null
  update = async () => undefined
}

/** One page in a tab: the app's own update machine and its observers of workers, in a model of a browser. */
export class UpdatePageModel {
  readonly build: number
  #update: AppUpdate | null = null
  readonly tab: TabModel
  controller: WorkerModel | null
  isGone = false
  showsError = false
  /** Whether the server has responded to the check before a reload. */
  hasReached = false
  #registration: RegistrationView | null = null
  readonly #browser: BrowserModel
  readonly #views = new Map<WorkerModel, WorkerView>()
  readonly #workers: Workers
  #counted = 0

  constructor(browser: BrowserModel, tab: TabModel, build: number, controller: WorkerModel | null) {
    this.#browser = browser
    this.tab = tab
    this.build = build
    this.controller = controller
    const workers = new EventTarget()
    const controllerOf = () => this.controller && this.#see(this.controller)
    Object.defineProperty(workers, 'controller', { get: controllerOf })
    this.#workers = Object.assign(workers, {
      getRegistration: () => this.#whenever('registration', () => this.#seenRegistration()),
    }) as unknown as Workers
    const page: UpdatePage = {
      workers: this.#workers,
      finishWork: () => undefined,
      save: () => this.#save(),
      probe: () => this.#probe(),
      waitToRetry: () => this.#waitToRetry(),
      reload: () => this.#reload(),
      later: (work) => this.#enqueue('timer', work),
      recordReload: () => {
        const isFirst = !tab.reloadedBuilds.has(build)
        tab.reloadedBuilds.add(build)
        return isFirst
      },
      forgetReload: () => void tab.reloadedBuilds.delete(build),
    }
    // The worker that responded may be replaced before any script of the page runs; the observers start even later.
    this.#enqueue('script', () => {
      const update = new AppUpdate(page)
      this.#update = update
      this.#enqueue('script', () => this.#follow(update))
    })
  }

  /** Null before the page's first script has run. */
  get state(): UpdateState | null {
    return this.#update?.state ?? null
  }

  get offer(): UpdateOffer | null {
    return this.#update?.offer() ?? null
  }

  /** The user accepts the update. */
  press(): void {
    this.#update?.send('pressed')
  }

  get isFollowing(): boolean {
    return this.#registration !== null
  }

  /** `controllerchange` with the worker that controls the page from then on, or a message. */
  deliver(type: 'controllerchange' | 'message', detail: unknown): void {
    const run = () => {
      if (type === 'controllerchange') this.controller = detail as WorkerModel
      this.#workers.dispatchEvent(Object.assign(new Event(type), { data: detail, ports: [] }))
    }
    this.#enqueue('events', run, type)
  }

  /** A worker of the registration has changed to this state. */
  tell(worker: WorkerModel, state: WorkerState): void {
    const registration = this.#registration
    if (registration === null) return
    const seen = this.#seenRegistration()
    const run = () => {
      Object.assign(registration, seen)
      const view = this.#see(worker)
      view.state = state
      if (state === 'installing') registration.dispatchEvent(new Event('updatefound'))
      else view.dispatchEvent(new Event('statechange'))
    }
    this.#enqueue('events', run, `${worker.build} ${state}`)
  }

  /** Loads a chunk of the app: from the cache, from the server, or not at all. */
  loadChunk(): void {
    const { cached, isServerUp, newest, keepsOldBuilds } = this.#browser
    const isCached = this.controller !== null && cached.has(this.build)
    if (isCached || (isServerUp && (keepsOldBuilds || newest === this.build))) return
    void this.#update?.reloadForChunk().then(() => {
      this.showsError = true
    })
  }

  fingerprint() {
    const { build, showsError, isFollowing, hasReached } = this
    return [build, showsError, isFollowing, hasReached, this.controller?.build, this.state]
  }

  #follow(update: AppUpdate): void {
    const view = Object.assign(new RegistrationView(), this.#seenRegistration())
    this.#registration = view
    followWorkers(this.#workers, update, String(this.build))
    followRegistration(view, update)
  }

  #seenRegistration() {
    const { active, waiting, installing } = this.#browser
    const see = (worker: WorkerModel | null) => worker && this.#see(worker)
    return { active: see(active), waiting: see(waiting), installing: see(installing) }
  }

  #see(worker: WorkerModel): WorkerView {
    const receive = (data: unknown) =>
      this.#browser.post(worker, data, { name: this.tab.name, answer: (message) => this.deliver('message', message) })
    const view = this.#views.get(worker) ?? new WorkerView(worker.state, receive)
    this.#views.set(worker, view)
    return view
  }

  #enqueue(
    channel: string,
    run: () => void,
    name = `${channel} ${++this.#counted}`,
    isReady: () => boolean = () => true,
  ): void {
    const guarded = () => {
      if (!this.isGone) run()
    }
    this.#browser.enqueue({ channel: `${channel} ${this.tab.name}`, name, run: guarded, isReady, page: this })
  }

  #whenever<Answer>(name: string, answer: () => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#enqueue(name, () => {
        try {
          resolve(answer())
        } catch (error) {
          reject(error as Error)
        }
      })
    })
  }

  #save(): Promise<void> {
    const { typed } = this.tab
    return this.#whenever('save', () => {
      if (this.#browser.isDiskFull) throw new Error('The disk is full')
      this.tab.saved = typed
    })
  }

  #probe(): Promise<boolean> {
    return this.#whenever('probe', () => {
      this.hasReached = this.#browser.isServerUp
      return this.hasReached
    })
  }

  /** A wait that ends while the server is down is not modelled: it only leads to the next wait. */
  #waitToRetry(): Promise<void> {
    return new Promise((resolve) => this.#enqueue('retry', resolve, 'retry', () => this.#browser.isServerUp))
  }

  #reload(): void {
    if (this.isGone) return
    const isReady = () => this.#browser.active?.state !== 'activating'
    const { tab } = this
    this.#browser.enqueue({ channel: `load ${tab.name}`, name: 'load', run: () => tab.load(), isReady, page: this })
  }
}
