/** A task of the browser at any later time. Tasks of one channel run in their order. */
export interface Task {
  channel: string
  name: string
  run: () => void
  isReady?: () => boolean
  /** The page whose removal cancels the task. */
  page?: object
}

export type WorkerState = 'installing' | 'installed' | 'activating' | 'activated' | 'redundant'

/** A service worker of the app, or (build 0) the operator's worker that removes itself. */
export interface WorkerModel {
  readonly build: number
  state: WorkerState
}

/** The modelled browser as its tabs and pages use it. */
export interface BrowserModel {
  readonly active: WorkerModel | null
  readonly waiting: WorkerModel | null
  readonly installing: WorkerModel | null
  /** Builds whose files are cached on the device. */
  readonly cached: ReadonlySet<number>
  /** The build on the server. */
  readonly newest: number
  readonly keepsOldBuilds: boolean
  readonly isServerUp: boolean
  readonly isDiskFull: boolean
  hasPage(): boolean
  fault(text: string): void
  enqueue(task: Task): void
  /** Cancels the tasks of a page. */
  forget(page: object): void
  post(worker: WorkerModel, data: unknown, from: { name: string; answer: (message: unknown) => void }): void
}

/** A tab of the modelled browser as its pages use it. */
export interface TabModel {
  readonly name: string
  /** How many characters have been typed, and how many of them are stored. */
  readonly typed: number
  saved: number
  readonly reloadedBuilds: Set<number>
  /** Loads another page: from the active worker, else from the server. */
  load(): void
}
