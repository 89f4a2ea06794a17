import { keyDurations } from './measurements/typing.ts'
import { withEnvironment } from './support/bench-environment.ts'
import { median, ms, quantile, type Row } from './support/table.ts'

export const title = 'Typing on a phone'

export function measure(): Promise<Row[]> {
  return withEnvironment(async (environment) => {
    const keys = await keyDurations(environment)
    return [
      // The 98th percentile, as INP.
      ['INP of a typed text (Event Timing), 4× CPU', ms(quantile(keys, 0.98)), '40 ms'],
      ['  median', ms(median(keys))],
    ]
  })
}
