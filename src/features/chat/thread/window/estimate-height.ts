import type { Row } from '../rows/build-rows.ts'

/** In pixels: the height of a line, that of a row without its text, and the width of a character. */
export interface Metrics {
  lineHeight: number
  around: number
  character: number
}

/** The widest a row's text gets, in pixels. */
const WIDEST = 720

/** The least height of the files of a question, in pixels: one row of them (attachments/message-files.module.css). */
const FILES = 64

/** Returns the height of a row in pixels by the length of its text, without rendering it. */
export function estimateHeight(row: Row, { lineHeight, around, character }: Metrics): number {
  const perLine = Math.min(innerWidth, WIDEST) / character
  const text = row.kind === 'question' ? row.content : row.message.content
  const lines = text.split('\n').filter((each) => each.trim() !== '')
  const files = row.kind === 'question' && row.files.length > 0 ? FILES : 0
  return lines.reduce((sum, each) => sum + lineHeight * Math.ceil(each.length / perLine), around + files)
}
