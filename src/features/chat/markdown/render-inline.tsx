import type { MarkedToken, Token } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { Formula } from '../maths/formula.tsx'
import { decodeEntities } from './decode-entities.ts'
import type { MathsToken } from './math-extensions.ts'

const safeProtocols = new Set(['http:', 'https:', 'mailto:'])

/** Renders inline tokens as elements. Raw HTML is shown as text; images become links, so that none is loaded. */
export function renderInline(tokens: readonly Token[] | undefined): ReactNode {
  return tokens?.map((token, index) => {
    const key = String(index)
    const known = token as MarkedToken | MathsToken
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

/** Returns the address of a link, or null when its protocol can do anything but open a page or an email. */
function safeHref(href: string): string | null {
  // Relative addresses would lead into this app, so they are not links.
  const url = URL.canParse(href) ? new URL(href) : null
  return url && safeProtocols.has(url.protocol) ? url.href : null
}
