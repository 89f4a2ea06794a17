import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { cutLines } from '../code/cut-lines.ts'
import { useHighlighted } from '../code/use-highlighted.tsx'
import { CopyButton } from '../copy-button.tsx'

export interface CodeBlockProps {
  text: string
  /** As it stands behind the fence. */
  language: string
  /** Still being written: coloured when it is whole. */
  open: boolean
}

/** Code keeps its own frame, scrolls inside it and can be copied whole. Much of it is laid out in pieces, each by itself. */
export function CodeBlock({ text, language, open }: CodeBlockProps): ReactNode {
  const { t } = useLingui()
  const name = /^[\w+#.-]{1,24}/.exec(language)?.[0] ?? ''
  const coloured = useHighlighted(text, name, !open)
  const chunks = cutLines(text)
  return (
    <figure data-code="">
      <figcaption>
        <span translate="no">{name}</span>
        <CopyButton text={text} label={t`Copy code`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} translate="no" dir="ltr">
        <code>
          {chunks.length === 1
            ? (coloured[0] ?? text)
            : chunks.map((chunk, index) => (
                <span key={String(index)} data-chunk="">
                  {coloured[index] ?? chunk}
                </span>
              ))}
        </code>
      </pre>
    </figure>
  )
}
