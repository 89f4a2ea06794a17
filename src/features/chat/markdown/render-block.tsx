import type { MarkedToken, Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import type { MathsToken } from '#contract/maths/maths-extensions.ts'
import { Formula } from '../maths/formula.tsx'
import { CodeBlock } from './code-block.tsx'
import { LOWEST } from './rank-headings.ts'
import { renderInline } from './render-inline.tsx'
import { TableBlock } from './table-block.tsx'

const headings: Record<number, 'h3' | 'h4' | 'h5' | 'h6'> = { 3: 'h3', 4: 'h4', 5: 'h5', 6: 'h6' }

/**
 * Renders block tokens as elements, the only way from an answer to HTML. `open`: the last block is still streaming;
 * `rank`: that of its headings, see `rankHeadings`.
 */
export function renderBlocks(tokens: readonly Token[], open = false, rank = LOWEST): ReactNode {
  return tokens.map((token, index) => renderBlock(token as MarkedToken | MathsToken, String(index), open, rank))
}

function renderBlock(token: MarkedToken | MathsToken, key: string, open: boolean, rank: number): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'maths':
      return <Formula key={key} tex={token.tex} display={token.display} />
    case 'paragraph':
      return (
        <p key={key} dir="auto">
          {renderInline(token.tokens)}
        </p>
      )
    case 'heading': {
      const Heading = headings[rank] ?? 'h6'
      return (
        <Heading key={key} dir="auto">
          {renderInline(token.tokens)}
        </Heading>
      )
    }
    case 'code':
      return <CodeBlock key={key} text={token.text.replace(/\n+$/, '')} language={token.lang ?? ''} open={open} />
    case 'blockquote':
      return <blockquote key={key}>{renderBlocks(token.tokens, open, rank)}</blockquote>
    case 'list':
      return renderList(token, key, open, rank)
    case 'hr':
      return <hr key={key} />
    case 'table':
      return <TableBlock key={key} table={token} />
    case 'checkbox':
      return <input key={key} type="checkbox" checked={token.checked} disabled readOnly />
    case 'text':
      return <Fragment key={key}>{token.tokens ? renderInline(token.tokens) : token.text}</Fragment>
    default:
      return (
        <p key={key} data-plain="" dir="auto">
          {token.raw.trim()}
        </p>
      )
  }
}

function renderList(list: Tokens.List, key: string, open: boolean, rank: number): ReactNode {
  const items = list.items.map((item, index) => (
    <li key={String(index)} data-task={item.task || undefined} dir="auto">
      {renderBlocks(item.tokens, open, rank)}
    </li>
  ))
  if (!list.ordered) return <ul key={key}>{items}</ul>
  return (
    <ol key={key} start={list.start === '' ? 1 : list.start}>
      {items}
    </ol>
  )
}
