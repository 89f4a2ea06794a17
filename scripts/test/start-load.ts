import { spawn } from 'node:child_process'
import { join } from 'node:path'

/** Starts processes that each keep a core busy, to simulate load; the returned function ends them. */
export function startLoad(count: number): () => void {
  const script = join(import.meta.dirname, 'busy-loop.ts')
  const loops = Array.from({ length: count }, () => spawn(process.execPath, [script, String(process.pid)]))
  return () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
}
