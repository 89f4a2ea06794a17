import type { JudgeRuns } from '#contract/objects/ratings/judge-run.ts'
import type { Dependencies } from '../../dependencies.ts'
import { judgeChoice } from './judge-choice.ts'
import { listRuns, measureRated } from './judge-runs.repository.ts'

/** Two readings of each exchange: of about four characters a token, beside the instructions and the reply. */
const READINGS = 2
const CHARACTERS_OF_TOKEN = 4
const TOKENS_BESIDE = 1100

/** The judge runs so far, and what another one would take. */
export async function listJudgeRuns(deps: Pick<Dependencies, 'db' | 'judge' | 'models'>): Promise<JudgeRuns> {
  const { exchanges, characters } = await measureRated(deps.db)
  const tokens = READINGS * (characters / CHARACTERS_OF_TOKEN + exchanges * TOKENS_BESIDE)
  return {
    exchanges,
    estimated_tokens: deps.judge?.source === 'model' ? Math.ceil(tokens) : 0,
    ...judgeChoice(deps),
    active_rubric: deps.judge?.rubricVersion ?? null,
    results: await listRuns(deps.db),
  }
}
