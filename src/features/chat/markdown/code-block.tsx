import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CopyButton } from '#ui/copy/copy-button.tsx'
import { cutLines } from '../code/cut-lines.ts'
import { useHighlighted } from '../code/use-highlighted.tsx'

export interface CodeBlockProps {
  text: string
  /** The name written after the fence. */
  language: string
  /** True while the block streams; it is coloured when it is complete. */
  open: boolean
}

/** Renders code in a frame with its own scrolling and a copy button. Long code is laid out in separate pieces. */
export function CodeBlock({ text, language, open }: CodeBlockProps): ReactNode {
  const { t, i18n } = useLingui()
  const name = /^[\w+#.-]{1,24}/.exec(language)?.[0] ?? ''
  const coloured = useHighlighted(text, name, !open)
  const chunks = cutLines(text)
  return (
    // The button in it has the language of the app, which is not always that of the answer.
    <figure data-code="" lang={i18n.locale}>
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
