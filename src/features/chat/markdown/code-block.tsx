import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { CopyButton } from '../copy-button.tsx'

/** Code keeps its own frame, scrolls inside it and can be copied whole. */
export function CodeBlock({ text, language }: { text: string; language: string }): ReactNode {
  const { t } = useLingui()
  const name = /^[\w+#.-]{1,24}/.exec(language)?.[0] ?? ''
  return (
    <figure data-code="">
      <figcaption>
        <span translate="no">{name}</span>
        <CopyButton text={text} label={t`Copy code`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: code that scrolls must be reachable by keyboard */}
      <pre tabIndex={0} translate="no">
        <code>{text}</code>
      </pre>
    </figure>
  )
}
