/** The time slice of long work on the main thread, in milliseconds: it fits into a frame of a slow phone. */
const SLICE_MS = 8

/** Yields to the event loop, so that input and painting can run. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    // A timer would be clamped to 4 ms, and `scheduler.yield` would run before the rendering of React.
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** Calls `work` for each item in order, in tasks of a few milliseconds. */
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
