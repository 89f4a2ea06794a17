import { keyDurations } from './measurements/typing.ts'
import { onStage } from './support/bench-environment.ts'
import { median, ms, quantile, type Row } from './support/table.ts'

export const title = 'Typing on a phone'

export function measure(): Promise<Row[]> {
  return onStage(async (stage) => {
    const keys = await keyDurations(stage)
    return [
      // The 98th percentile, as INP.
      ['INP of a typed text (Event Timing), 4× CPU', ms(quantile(keys, 0.98)), '40 ms'],
      ['  median', ms(median(keys))],
    ]
  })
}
