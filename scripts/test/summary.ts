import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { Failure } from './failures.ts'

/** What `npm test` did, as it writes it into `summary.json` beside the reports of the runners. */
export const Summary = v.object({
  /** `SEED` with this number gives the random tests the same seed. */
  seed: v.number(),
  stages: v.array(
    v.object({
      /** One name, or several with commas between: stages that ran together. */
      name: v.string(),
      passed: v.number(),
      failures: v.array(Failure),
      seconds: v.number(),
    }),
  ),
})
export type Summary = v.InferOutput<typeof Summary>

/** The totals of all stages. */
export const totals = ({ stages }: Summary) => ({
  passed: stages.reduce((sum, { passed }) => sum + passed, 0),
  failed: stages.reduce((sum, { failures }) => sum + failures.length, 0),
})

export async function writeSummary(file: string, summary: Summary): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(summary, undefined, 2)}\n`)
}
