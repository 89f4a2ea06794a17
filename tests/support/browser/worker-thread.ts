import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker as Thread } from 'node:worker_threads'

const root = join(import.meta.dirname, '../../..')

/** A browser's `Worker` over a thread of Node: it runs the file of the app that Vite's address names. */
export class WorkerThread extends EventTarget {
  readonly #thread: Thread

  constructor(url: string) {
    super()
    const { pathname } = new URL(url, 'http://localhost')
    this.#thread = new Thread(join(import.meta.dirname, 'worker-thread-scope.ts'), {
      workerData: pathToFileURL(join(root, pathname)).href,
      // What the test runner was started with is not for it.
      execArgv: [],
    })
    this.#thread.on('message', (data) => this.dispatchEvent(new MessageEvent('message', { data })))
    this.#thread.on('error', () => this.dispatchEvent(new Event('error')))
  }

  postMessage(data: unknown): void {
    this.#thread.postMessage(data)
  }

  terminate(): void {
    void this.#thread.terminate()
  }
}
