import type { Selectable } from 'kysely'
import * as v from 'valibot'
import { byAxis, ScoreReasons, type Scores } from '#contract/objects/scores.ts'
import type { ScoresTable } from '../../db/schema/schema-generations.ts'

export type ScoresRow = Selectable<ScoresTable>

/** Null for an answer without scores: it was never scored, or its first scoring has not finished. */
export function toScores(row: ScoresRow): Scores | null {
  if (row.scored_at === null || row.source === null) return null
  const { pcs, ics, prompt_tokens, completion_tokens } = row
  return {
    message: row.message_id,
    ...byAxis((axis) => row[axis]),
    pcs,
    ics,
    reasons: v.parse(ScoreReasons, JSON.parse(row.reasons)),
    source: row.source,
    rubric_version: row.rubric_version ?? '',
    tokens: prompt_tokens === null || completion_tokens === null ? null : prompt_tokens + completion_tokens,
    created_at: row.scored_at,
  }
}
