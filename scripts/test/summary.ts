import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import * as v from 'valibot'
import { Failure } from './failures.ts'

/** The result of `npm test`, written to `summary.json` beside the reports of the runners. */
export const Summary = v.object({
  /** With this number in `SEED`, the random tests use the same seed. */
  seed: v.number(),
  stages: v.array(
    v.object({
      /** The name of the stage, or of several stages that ran together, separated by commas. */
      name: v.string(),
      passed: v.number(),
      failures: v.array(Failure),
      seconds: v.number(),
    }),
  ),
})
export type Summary = v.InferOutput<typeof Summary>

export const totals = ({ stages }: Summary) => ({
  passed: stages.reduce((sum, { passed }) => sum + passed, 0),
  failed: stages.reduce((sum, { failures }) => sum + failures.length, 0),
})

export async function writeSummary(file: string, summary: Summary): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(summary, undefined, 2)}\n`)
}
