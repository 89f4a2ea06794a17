import type { MarkedToken, Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import type { MathsToken } from '#contract/maths/maths-extensions.ts'
import { Formula } from '../maths/formula.tsx'
import { Citation, type CitationToken } from './citation.tsx'
import { decodeEntities } from './decode-entities.ts'
import { safeHref } from './safe-href.ts'

/** Renders inline tokens as elements. Raw HTML is shown as text; images become links, so that none is loaded. */
export function renderInline(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => {
    const key = String(index)
    const known = token as MarkedToken | MathsToken | CitationToken
    switch (known.type) {
      case 'strong':
        return <strong key={key}>{renderInline(known.tokens)}</strong>
      case 'em':
        return <em key={key}>{renderInline(known.tokens)}</em>
      case 'del':
        return <del key={key}>{renderInline(known.tokens)}</del>
      case 'codespan':
        return <code key={key}>{known.text}</code>
      case 'br':
        return <br key={key} />
      case 'link':
        return renderLink(key, known.href, known.raw, renderInline(known.tokens))
      case 'image':
        return renderLink(key, known.href, known.raw, decodeEntities(known.text) || known.href)
      case 'text':
        if (known.tokens) return <Fragment key={key}>{renderInline(known.tokens)}</Fragment>
        return known.escaped ? known.text : decodeEntities(known.text)
      case 'escape':
        return known.text
      case 'citation':
        return <Citation key={key} n={known.n} raw={known.raw} />
      case 'maths':
        return <Formula key={key} tex={known.tex} display={known.display} />
      default:
        return token.raw
    }
  })
}

function renderLink(key: string, href: string, raw: string, label: ReactNode): ReactNode {
  const address = safeHref(decodeEntities(href))
  if (address === null) return <Fragment key={key}>{raw}</Fragment>
  return (
    <a key={key} href={address} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {label}
    </a>
  )
}
