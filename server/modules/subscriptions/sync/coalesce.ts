/** Runs work for a key; see `createCoalescer`. */
export type Coalesce = (key: string, work: () => Promise<void>) => Promise<void>

interface Line {
  running: Promise<void>
  next: Promise<void> | undefined
}

/**
 * One run of a key at a time. Whoever asks during a run gets one that begins after it, together with all others who
 * asked meanwhile: what had happened by the time of asking is always seen, and a burst costs two runs.
 */
export function createCoalescer(): Coalesce {
  const lines = new Map<string, Line>()
  return function coalesce(key, work) {
    const line = lines.get(key)
    if (line !== undefined) {
      line.next ??= line.running.then(
        () => begin(key, work),
        () => begin(key, work),
      )
      return line.next
    }
    return begin(key, work)
  }

  function begin(key: string, work: () => Promise<void>): Promise<void> {
    const line: Line = { running: Promise.resolve(), next: undefined }
    lines.set(key, line)
    line.running = work().finally(() => {
      if (line.next === undefined) lines.delete(key)
    })
    return line.running
  }
}
