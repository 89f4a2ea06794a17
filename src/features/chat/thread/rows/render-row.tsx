import type { ReactElement } from 'react'
import { Answer } from '../../message/answer.tsx'
import { Question } from '../../message/question.tsx'
import type { Row } from './build-rows.ts'

/**
 * The kind is part of the id, because a question and its answer have the same key. The edits of a question share the id
 * of the first, so that whoever pages through them keeps the focus and the row its place.
 */
export const idOf = (row: Row): string =>
  `${row.kind} ${row.kind === 'question' ? (row.branches?.members[0] ?? row.key) : row.key}`

export function renderRow(row: Row, last: boolean): ReactElement {
  return row.kind === 'question' ? (
    <Question key={idOf(row)} row={row} last={last} />
  ) : (
    <Answer key={idOf(row)} row={row} last={last} />
  )
}
