import { logHandled } from '../log-handled.ts'
import { finishWork } from '../service-worker/finish-channel.ts'
import { createStore } from '../store.ts'
import { waitToRetry } from '../timing/wait-to-retry.ts'
import { saveAll } from './before-reload.ts'
import { forgetReload, recordReload } from './reloaded-builds.ts'
import {
  firstUpdateState,
  transition,
  type UpdateCommand,
  type UpdateEvent,
  type UpdateOffer,
  type UpdateState,
} from './update-machine.ts'

/** Milliseconds after which a waiting worker that has not taken over is messaged again. */
const RETRY_MS = 1_000

/** Timeout in milliseconds after which the server counts as unreachable. */
const REACHED_WITHIN_MS = 5_000

/** Milliseconds in which a page that is left has gone: it runs until the next one arrives. */
const STAYED_AFTER_MS = 3_000

/** The part of the browser's `ServiceWorkerContainer` that is used here. */
export interface Workers extends EventTarget {
  readonly controller: { postMessage(message: unknown): void } | null
  getRegistration(): Promise<{ waiting: { postMessage(message: unknown): void } | null } | undefined>
}

/** The functions of the page and its browser that the update needs; tests pass fakes. */
export interface UpdatePage {
  /** Undefined in a browser without service workers. */
  workers: Workers | undefined
  /** Notifies the active service worker that it must finish its work, if it runs. */
  finishWork: () => void
  /** Saves unsaved input; rejects when something could not be saved. */
  save: () => Promise<void>
  /** Whether the server responds. */
  probe: () => Promise<boolean>
  /** Resolves when the next probe of the server is due. */
  waitToRetry: () => Promise<void>
  /** Reloads the page. Calls `onStayed` when the user refuses to leave it. */
  reload: (onStayed: () => void) => void
  /** Runs `work` after so many milliseconds. */
  later: (work: () => void, ms: number) => void
  /** Records a reload for a missing chunk. False when this build was tried before, or when nothing can be recorded. */
  recordReload: () => boolean
  /** Clears the record: the page has not reloaded, so a later try is still the first. */
  forgetReload: () => void
}

/** Runs the state machine of src/lib/app-update/update-machine.ts for one page. */
export class AppUpdate {
  readonly #page: UpdatePage
  readonly #state = createStore<UpdateState>(firstUpdateState)
  /** Number of the last command: answers to earlier commands are ignored. */
  #commands = 0

  constructor(page: UpdatePage) {
    this.#page = page
    // Registered at the start of the page, so that no change is missed.
    page.workers?.addEventListener('controllerchange', () => this.send('controlled'))
    if (page.workers?.controller) this.send('controlled')
  }

  get state(): UpdateState {
    return this.#state.get()
  }

  /** The update that is offered to the user; null while there is none, and while it is being installed. */
  readonly offer = (): UpdateOffer | null => this.state.offer

  /** Calls `listener` after each change; returns an unsubscribe function. */
  readonly subscribe = this.#state.subscribe

  send(event: UpdateEvent): void {
    const { state, command } = transition(this.state, event)
    this.#state.set(state)
    if (command) this.#run(command)
  }

  /**
   * Reloads to the newer build because a chunk of this one is missing; once per build, so that a chunk which is always
   * missing leads to the error page. False when the page stays: the second time, offline, or when something could not
   * be saved. When it reloads, the promise never resolves.
   */
  async reloadForChunk(): Promise<boolean> {
    if (!this.#page.recordReload()) return false
    const isOver = new Promise<void>((resolve) => {
      const stop = this.subscribe(() => {
        if (this.state.at === 'activating' || this.state.at === 'reloading') return
        stop()
        resolve()
      })
    })
    this.send('missing')
    await isOver
    this.#page.forgetReload()
    return false
  }

  #run(command: UpdateCommand): void {
    const number = ++this.#commands
    const answer = (event: UpdateEvent) => {
      if (number === this.#commands) this.send(event)
    }
    switch (command) {
      case 'activate':
        this.#activate(answer)
        break
      case 'save':
        this.#page.save().then(
          () => answer('saved'),
          (error: unknown) => {
            reportError(error)
            answer('unsaved')
          },
        )
        break
      case 'probe':
        void this.#page.probe().then((isThere) => answer(isThere ? 'reachable' : 'unreachable'))
        break
      case 'awaitServer':
        void this.#awaitServer(() => number === this.#commands).then(() => answer('reachable'))
        break
      case 'reload':
        this.#page.reload(() => answer('stayed'))
    }
  }

  /** Resolves when the server responds, or when a later command has replaced this one. */
  async #awaitServer(isLatest: () => boolean): Promise<void> {
    do await this.#page.waitToRetry()
    while (isLatest() && !(await this.#page.probe()))
  }

  /**
   * A worker serves the page that it was installed with, so the newer one is activated before the reload. The active
   * one is notified to finish: the browser lets it end its work first, which may be minutes of sending.
   */
  #activate(answer: (event: UpdateEvent) => void): void {
    const { workers } = this.#page
    this.#page.later(() => answer('overdue'), RETRY_MS)
    Promise.resolve(workers?.getRegistration())
      .then((registration) => {
        if (!registration?.waiting) return answer('noWaitingWorker')
        this.#page.finishWork()
        registration.waiting.postMessage({ type: 'SKIP_WAITING' })
      })
      .catch((error: unknown) => {
        // The page can be reloaded anyway, which is what the user wants.
        logHandled('The waiting worker could not be messaged', error)
        answer('noWaitingWorker')
      })
  }
}

/** Probes the server, since a reload while it is unreachable would lose the page. No worker answers a HEAD request. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REACHED_WITHIN_MS) })).ok
  } catch {
    return false
  }
}

/** The update controller of this page. */
export const appUpdate = new AppUpdate({
  workers: globalThis.navigator?.serviceWorker,
  finishWork,
  save: saveAll,
  probe: isServerThere,
  waitToRetry,
  reload: (onStayed) => {
    // The last listener, so it sees whether another makes the browser ask the user, during whose answer no timer ends.
    const look = (event: Event) => event.defaultPrevented && setTimeout(() => setTimeout(onStayed, STAYED_AFTER_MS))
    addEventListener('beforeunload', look, { once: true })
    location.reload()
  },
  later: (work, ms) => void setTimeout(work, ms),
  recordReload,
  forgetReload,
})
