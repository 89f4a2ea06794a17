import type { TokenizerExtensionFunction, Tokens } from 'marked'
import { readMaths } from './read-math.ts'

export interface MathsToken extends Tokens.Generic {
  type: 'maths'
  tex: string
  display: boolean
}

const inlineStart = /\$|\\[([]/
const blockStart = /\n {0,3}(?:\$\$|\\\[)/

const inline: TokenizerExtensionFunction = (text, tokens) => {
  const last: unknown = tokens.at(-1)?.raw
  return asToken(readMaths(text, typeof last === 'string' ? last.slice(-1) : ''))
}

const block: TokenizerExtensionFunction = (text) => {
  const indent = /^ {0,3}(?=\$\$|\\\[)/.exec(text)?.[0]
  if (indent === undefined) return undefined
  const maths = readMaths(text.slice(indent.length), '')
  const rest = maths ? text.slice(indent.length + maths.raw.length) : ''
  const ending = /^[ \t]*[.,;]?[ \t]*(?:\n|$)/.exec(rest)?.[0]
  if (!maths || ending === undefined) return undefined
  const mark = ending.trim()
  return asToken({ ...maths, raw: indent + maths.raw + ending, tex: mark === '' ? maths.tex : `${maths.tex}${mark}` })
}

function asToken(maths: ReturnType<typeof readMaths>): MathsToken | undefined {
  return maths ? { type: 'maths', ...maths } : undefined
}

const startOf = (pattern: RegExp) => (text: string) => pattern.exec(text)?.index

/** The parser extensions for blocks that may contain a formula; other blocks are parsed without them. */
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

export function mayHoldMaths(text: string): boolean {
  return inlineStart.test(text) && (text.match(/\$|\\[([]/g)?.length ?? 0) <= MARKS_MAX
}
