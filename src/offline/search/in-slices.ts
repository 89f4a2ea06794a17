/** So long work holds the thread, in milliseconds; with what the browser adds, a frame of a slow phone has room for it. */
const SLICE_MS = 8

/** Lets everybody else have their turn: what is typed, what is to be painted. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // A timer would wait four milliseconds each time, and `scheduler.yield` goes before what React has to draw.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Does something with each of the items, in their order, in tasks of a few milliseconds. */
export async function inSlices<T>(items: Iterable<T>, work: (item: T) => void): Promise<void> {
  let begun = performance.now()
  for (const item of items) {
    if (performance.now() - begun >= SLICE_MS) {
      await nextTask()
      begun = performance.now()
    }
    work(item)
  }
}
