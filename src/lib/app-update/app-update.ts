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

/** Milliseconds after which a waiting worker that has not taken over is asked again. */
const RETRY_MS = 1_000

/** Milliseconds after which a server that does not answer is taken for gone. */
const REACHED_WITHIN_MS = 5_000

/** What is used here of the browser's `ServiceWorkerContainer`. */
export interface Workers extends EventTarget {
  readonly controller: { postMessage(message: unknown): void } | null
  getRegistration(): Promise<{ waiting: { postMessage(message: unknown): void } | null } | undefined>
}

/** What the update needs of the page and its browser. */
export interface UpdatePage {
  /** Undefined in a browser without service workers. */
  workers: Workers | undefined
  /** Tells the worker in charge to end its work, if it runs. */
  finishWork: () => void
  /** Saves what is typed; rejects when something could not be saved. */
  save: () => Promise<void>
  /** Whether the server answers. */
  reach: () => Promise<boolean>
  /** Resolves when it is worth looking for the server again. */
  waitToRetry: () => Promise<void>
  reload: () => void
  /** Runs `work` after so many milliseconds. */
  later: (work: () => void, ms: number) => void
  /** Notes a reload for a missing part. False when this build was tried before, or when no note can be kept. */
  recordReload: () => boolean
  /** The page has stayed, so a later try is still the first. */
  forgetReload: () => void
}

/** Runs the machine of src/lib/app-update/update-machine.ts for one page. */
export class AppUpdate {
  readonly #page: UpdatePage
  readonly #state = createStore<UpdateState>(firstUpdateState)
  /** Counts commands: answers to any but the last come too late. */
  #commands = 0

  constructor(page: UpdatePage) {
    this.#page = page
    // From the start of the page, so that no change is missed.
    page.workers?.addEventListener('controllerchange', () => this.send('controlled'))
    if (page.workers?.controller) this.send('controlled')
  }

  get state(): UpdateState {
    return this.#state.get()
  }

  /** The newer version that is offered; null while there is none, and while it is being taken. */
  readonly offer = (): UpdateOffer | null => this.state.offer

  /** Calls `listener` after each change; returns how to stop. */
  readonly subscribe = this.#state.subscribe

  send(event: UpdateEvent): void {
    const { state, command } = transition(this.state, event)
    this.#state.set(state)
    if (command) this.#run(command)
  }

  /**
   * Takes the newer build because a part of this one is missing; once a build, so that a part that is really missing ends
   * at the error page. False when the page stays: the second time, without a network, or when something could not be
   * saved. When it reloads, the promise stays open.
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
      case 'ask':
        this.#ask(answer)
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
      case 'reach':
        void this.#page.reach().then((isThere) => answer(isThere ? 'reachable' : 'unreachable'))
        break
      case 'await':
        void this.#awaitServer(() => number === this.#commands).then(() => answer('reachable'))
        break
      case 'reload':
        this.#page.reload()
    }
  }

  /** Resolves when the server answers, or when another command has taken the place of this one. */
  async #awaitServer(isLatest: () => boolean): Promise<void> {
    do await this.#page.waitToRetry()
    while (isLatest() && !(await this.#page.reach()))
  }

  /**
   * A worker answers with the page that it came with, so the newer one is let in before the reload. The one in charge is
   * told to finish: the browser lets it end its work first, which may be minutes of sending.
   */
  #ask(answer: (event: UpdateEvent) => void): void {
    const { workers } = this.#page
    this.#page.later(() => answer('overdue'), RETRY_MS)
    Promise.resolve(workers?.getRegistration())
      .then((registration) => {
        if (!registration?.waiting) return answer('nobody')
        this.#page.finishWork()
        registration.waiting.postMessage({ type: 'SKIP_WAITING' })
      })
      .catch((error: unknown) => {
        // The page can still be loaded anew, which is what was asked for.
        logHandled('The waiting worker could not be asked', error)
        answer('nobody')
      })
  }
}

/** A reload without a network would take the page away and bring nothing. The worker answers no HEAD. */
async function isServerThere(): Promise<boolean> {
  try {
    return (await fetch('/', { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(REACHED_WITHIN_MS) })).ok
  } catch {
    return false
  }
}

/** The update of this page. */
export const appUpdate = new AppUpdate({
  workers: globalThis.navigator?.serviceWorker,
  finishWork,
  save: saveAll,
  reach: isServerThere,
  waitToRetry,
  reload: () => location.reload(),
  later: (work, ms) => void setTimeout(work, ms),
  recordReload,
  forgetReload,
})
