import { endpoint } from '../../endpoint.ts'
import { JudgeComparison, JudgeRun, JudgeRunInput, JudgeRuns } from '../../objects/ratings/judge-run.ts'
import { UuidParams } from '../../primitives.ts'

export const listJudgeRuns = endpoint({
  method: 'GET',
  path: '/companion/ratings/runs/',
  summary: 'Runs of judges over the rated exchanges, and what a new one would take',
  access: 'admin',
  responses: { 200: JudgeRuns },
  errors: [],
})

export const startJudgeRun = endpoint({
  method: 'POST',
  path: '/companion/ratings/runs/',
  summary: 'Scores the rated exchanges with another model or version of the rubric; one run at a time',
  access: 'admin',
  body: JudgeRunInput,
  responses: { 200: JudgeRun },
  errors: ['conflict'],
})

export const stopJudgeRun = endpoint({
  method: 'POST',
  path: '/companion/ratings/runs/{id}/stop/',
  summary: 'Stops a run after the exchange that is being scored; a repeat changes nothing',
  access: 'admin',
  params: UuidParams,
  responses: { 200: JudgeRun },
  errors: ['not_found'],
})

export const compareJudgeRun = endpoint({
  method: 'GET',
  path: '/companion/ratings/runs/{id}/',
  summary: 'How a run and the scores of the exchanges agree with people, side by side',
  access: 'admin',
  params: UuidParams,
  responses: { 200: JudgeComparison },
  errors: ['not_found'],
})
