import type { TokenizerExtensionFunction, Tokens } from 'marked'
import { createContext, useContext } from 'react'
import type { Source } from '#contract/objects/chat.ts'
import { safeHref } from './safe-href.ts'

export interface CitationToken extends Tokens.Generic {
  type: 'citation'
  n: number
}

/** The sources of the answer that is rendered. */
export const SourcesContext = createContext<readonly Source[]>([])

const citation = /^\[(\d{1,3})\](?![(:])/
const read: TokenizerExtensionFunction = (text) => {
  const found = citation.exec(text)
  return found ? { type: 'citation', raw: found[0], n: Number(found[1]) } : undefined
}

/** The parser extension for `[n]` in answers with sources. */
export const citationExtension = {
  inline: [read],
  startInline: [
    (text: string) => {
      const at = text.search(/\[\d/)
      return at === -1 ? undefined : at
    },
  ],
}

/** `[n]` as a link to source n; a number without a source stays text. */
export function Citation({ n, raw }: { n: number; raw: string }) {
  const source = useContext(SourcesContext).find((each) => each.n === n)
  const address = source ? safeHref(source.url) : null
  if (source === undefined || address === null) return raw
  return (
    <a href={address} title={source.title} target="_blank" rel="noopener noreferrer nofollow">
      {raw}
    </a>
  )
}
