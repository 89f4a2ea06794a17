import type { Dependencies } from '../../../dependencies.ts'
import type { Judge, JudgeInput } from '../../../providers/judge/judge.ts'
import type { Scoring } from './scores-of.ts'
import { addUsage, takeReading } from './take-reading.ts'

/**
 * Makes two independent readings of an answer, one after the other, so that a small machine has capacity for the
 * assistant. Failures are logged without text of the chat. Throws when aborted.
 */
export async function readTwice(
  judge: Judge,
  input: JudgeInput,
  { log, ...options }: { log: Pick<Dependencies['log'], 'warn'>; signal: AbortSignal; pauseMs: number },
): Promise<Scoring> {
  const read = (which: 'first' | 'second') =>
    takeReading(judge, input, {
      ...options,
      which,
      onFailure: (failure) => log.warn({ which, ...failure }, 'a reading of an answer failed'),
    })
  const first = await read('first')
  const second = await read('second')
  return { first: first.reading, second: second.reading, usage: addUsage(first.usage, second.usage) }
}
