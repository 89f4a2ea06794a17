import { type Maths, readMaths } from './read-maths.ts'

/** A token of the Markdown parser. */
export type MathsToken = Maths & { type: 'maths' }

const inlineStart = /\$|\\[([]/
const blockStart = /\n {0,3}(?:\$\$|\\\[)/

function inline(text: string, tokens: readonly { raw: string }[]): MathsToken | undefined {
  return asToken(readMaths(text, tokens.at(-1)?.raw.slice(-1) ?? ''))
}

function block(text: string): MathsToken | undefined {
  const indent = /^ {0,3}(?=\$\$|\\\[)/.exec(text)?.[0]
  if (indent === undefined) return undefined
  const maths = readMaths(text.slice(indent.length), '')
  const rest = maths ? text.slice(indent.length + maths.raw.length) : ''
  const ending = /^[ \t]*[.,;]?[ \t]*(?:\n|$)/.exec(rest)?.[0]
  if (!maths || ending === undefined) return undefined
  const mark = ending.trim()
  return asToken({ ...maths, raw: indent + maths.raw + ending, tex: mark === '' ? maths.tex : `${maths.tex}${mark}` })
}

function asToken(maths: Maths | null): MathsToken | undefined {
  return maths ? { type: 'maths', ...maths } : undefined
}

const startOf = (pattern: RegExp) => (text: string) => pattern.exec(text)?.index

/** The extensions of the Markdown parser for texts that may contain a formula; others are parsed without them. */
export const mathsExtensions = {
  renderers: {},
  childTokens: {},
  inline: [inline],
  startInline: [startOf(inlineStart)],
  block: [block],
  startBlock: [startOf(blockStart)],
}

/** The maximum of formula marks in one block; the parser looks at each more than once, so more would be slow. */
const MARKS_MAX = 300

const hasFewMarks = (block: string): boolean => (block.match(/\$|\\[([]/g)?.length ?? 0) <= MARKS_MAX

export function mayHoldMaths(block: string): boolean {
  return inlineStart.test(block) && hasFewMarks(block)
}

/** The same for a text of several blocks: no formula, and nothing in which the parser looks for one, has a blank line. */
export function mayHoldMathsInBlocks(text: string): boolean {
  const blocks = text.split(/\n[ \t\r]*\n/)
  return blocks.some(mayHoldMaths) && blocks.every(hasFewMarks)
}
