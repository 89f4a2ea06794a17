import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker as Thread } from 'node:worker_threads'

const root = join(import.meta.dirname, '../../..')

/** A browser's `Worker` implemented by a Node thread: it runs the source file that Vite's address names. */
export class WorkerThread extends EventTarget {
  readonly #thread: Thread

  constructor(url: string) {
    super()
    const { pathname } = new URL(url, 'http://localhost')
    this.#thread = new Thread(join(import.meta.dirname, 'worker-thread-scope.ts'), {
      workerData: pathToFileURL(join(root, pathname)).href,
      // The arguments of the test runner are not for the thread.
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
