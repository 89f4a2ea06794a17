import { delay } from './delay.ts'

/**
 * Runs `work` again and again until the signal is aborted, each time after a pause that depends on the number of runs
 * before. Runs never overlap, because a pause begins when a run has ended. Resolves when the last run has ended. `work`
 * handles its errors.
 */
export async function repeat(
  work: () => Promise<void>,
  pauseMs: (runs: number) => number,
  signal: AbortSignal,
): Promise<void> {
  for (let runs = 0; ; runs += 1) {
    await delay(pauseMs(runs), signal)
    if (signal.aborted) return
    await work()
  }
}
