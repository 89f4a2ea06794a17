import type { ReactElement } from 'react'
import { Answer } from '../../message/answer.tsx'
import { Question } from '../../message/question.tsx'
import type { Row } from './build-rows.ts'

/** The kind is part of the id, because a question and its answer have the same key. */
export const idOf = ({ kind, key }: Row): string => `${kind} ${key}`

export function renderRow(row: Row, last: boolean): ReactElement {
  return row.kind === 'question' ? (
    <Question key={idOf(row)} row={row} last={last} />
  ) : (
    <Answer key={idOf(row)} row={row} last={last} />
  )
}
