import type { ReactNode } from 'react'
import styles from './code.module.css'
import type { Language } from './find-language.ts'
import type { Token } from './highlight-messages.ts'
import { requestHighlight } from './highlighter-client.ts'

/** Resolves with the coloured pieces (`cutLines`) of code; null when it has no colours. */
export async function highlight(code: string, language: Language): Promise<readonly ReactNode[] | null> {
  const chunks = await requestHighlight(code, language)
  return chunks?.map((tokens, index) => <Chunk key={String(index)} tokens={tokens} />) ?? null
}

/** A component, so that the elements of a piece are created only when it is rendered. */
function Chunk({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return tokens.map(([kind, text], index) =>
    kind === 'text' ? (
      text
    ) : (
      <span key={String(index)} className={styles[kind]}>
        {text}
      </span>
    ),
  )
}
