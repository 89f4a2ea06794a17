import { Lexer, type Token } from 'marked'
import * as v from 'valibot'
import { mathsExtensions, mayHoldMaths } from '#contract/maths/maths-extensions.ts'
import { citationExtension } from './citation.tsx'

const nestingMarker = /[ \t]*(?:[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])|>)/y

/** Longer blocks, deeper nesting and denser emphasis are shown as plain text, because parsing them is slow. */
export const BLOCK_MAX = 40_000
const NESTING_MAX = 40
const EMPHASIS_MAX = 160
const CELLS_MAX = 10_000
const CACHE_CHARACTERS = 1_000_000

const fenced = /^( {0,3})(`{3,}|~{3,})[ \t]*([^\n]*)(?:\n|$)/

const none = { renderers: {}, childTokens: {}, block: [], startBlock: [] }

const cache = new Map<string, Token[]>()
let cached = 0

/** Counts the calls of the parser, so that tests can limit the work of a stream. */
export const parsing = { count: 0 }

const Links = v.array(v.tuple([v.string(), v.object({ href: v.string(), title: v.optional(v.string()) })]))

/**
 * Returns the tokens of one block from `splitBlocks`; never throws. With `remember`, the result is cached by its text.
 * `links` is the result of `definitionsNamed`; `cites`: whether `[n]` refers to a source.
 */
export function parseBlock(block: string, remember = true, links = '', cites = false): Token[] {
  const key = `${cites ? '[n]' : ''}${links === '' ? block : `${links}\n${block}`}`
  const known = cache.get(key)
  if (known) return known
  parsing.count += 1
  const tokens = parse(block, links, cites)
  if (remember) {
    if (cached > CACHE_CHARACTERS) {
      cache.clear()
      cached = 0
    }
    cache.set(key, tokens)
    cached += key.length
  }
  return tokens
}

function parse(block: string, links: string, cites: boolean): Token[] {
  const fence = fenced.exec(block)
  if (fence) return [fenceToken(block, fence)]
  if (block.length > BLOCK_MAX || measureNesting(block) > NESTING_MAX || countCells(block) > CELLS_MAX)
    return [plain(block)]
  try {
    const lexer = new Lexer({ gfm: true, ...extensionsFor(block, cites) })
    if (links !== '') Object.assign(lexer.tokens.links, Object.fromEntries(v.parse(Links, JSON.parse(links))))
    const tokens = lexer.blockTokens(block.replace(/\r\n?/g, '\n'), lexer.tokens)
    for (const item of lexer.inlineQueue) {
      if (emphasisRuns(item.src) > EMPHASIS_MAX) item.tokens.push(plain(item.src))
      else lexer.inlineTokens(item.src, item.tokens)
    }
    return tokens
  } catch (error) {
    // The parser is recursive: text nested deeper than the stack allows is shown as plain text.
    if (error instanceof Error) return [plain(block)]
    throw error
  }
}

function extensionsFor(block: string, cites: boolean) {
  const [maths, cited] = [mayHoldMaths(block), cites && /\[\d/.test(block)]
  if (!cited) return maths ? { extensions: mathsExtensions } : {}
  const { inline, startInline, ...others } = maths ? mathsExtensions : { ...none, inline: [], startInline: [] }
  return {
    extensions: {
      ...others,
      inline: [...citationExtension.inline, ...inline],
      startInline: [...citationExtension.startInline, ...startInline],
    },
  }
}

/** Handles a fenced code block, open or closed, without the parser: an open one grows with each token of a stream. */
function fenceToken(block: string, [opening, indent = '', mark = '', info = '']: RegExpExecArray): Token {
  const body = block.slice(opening.length).split('\n')
  if (body.at(-1) === '') body.pop()
  const last = body.at(-1)?.trim() ?? ''
  if (last.length >= mark.length && last === mark.charAt(0).repeat(last.length)) body.pop()
  const text = indent === '' ? body : body.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line))
  return { type: 'code', raw: block, lang: info.trim(), text: text.join('\n') }
}

function plain(text: string): Token {
  return { type: 'plain', raw: text, text }
}

/** Counts emphasis marks: marked takes quadratic time in them (0.6 s for 5,000 characters). */
function emphasisRuns(text: string): number {
  return text.match(/\*+|_+|~+/g)?.length ?? 0
}

/** Counts table cells: marked fills each row to the width of the head, so 3,000 characters can make 300,000 cells. */
function countCells(block: string): number {
  const lines = block.split('\n')
  return lines.reduce((widest, line) => Math.max(widest, line.split('|').length), 0) * lines.length
}

/** Returns the greatest depth of nested quotes, list markers and indented list items in any line of the block. */
function measureNesting(block: string): number {
  let deepest = 0
  for (const line of block.split('\n')) {
    const indent = line.length - line.trimStart().length
    let markers = 0
    nestingMarker.lastIndex = 0
    while (nestingMarker.test(line)) markers += 1
    if (markers > 0) deepest = Math.max(deepest, markers + Math.floor(indent / 2))
  }
  return deepest
}
