import { describe, expect, it } from 'vitest'
import { type ScoresRow, toScores } from '#server/modules/scores/scores.mappers.ts'

const row: ScoresRow = {
  user_id: 1,
  message_id: 'an-answer',
  chat_id: 'a-chat',
  state: 'scored',
  attempts: 1,
  owner: null,
  lease_expires_at: null,
  ...{ truth: 90, fairness: 80, wisdom: 70, duty: 80, safety: 90, liberty: 70, pcs: 75, ics: 90 },
  reasons: '{}',
  source: 'model',
  rubric_version: 'judge-1',
  prompt_tokens: 100,
  completion_tokens: 10,
  queued_at: '2026-11-28T10:00:00.000Z',
  scored_at: '2026-11-28T10:00:05.000Z',
}

describe('the scores of a row', () => {
  it('are null until the first scoring has finished', () => {
    expect(toScores(row)).toMatchObject({ message: 'an-answer', tokens: 110, created_at: row.scored_at })
    expect(toScores({ ...row, scored_at: null })).toBeNull()
    expect(toScores({ ...row, source: null })).toBeNull()
  })

  it('have no number of tokens where the judge reported none', () => {
    expect(toScores({ ...row, prompt_tokens: null })).toMatchObject({ tokens: null })
    expect(toScores({ ...row, completion_tokens: null })).toMatchObject({ tokens: null })
  })
})
