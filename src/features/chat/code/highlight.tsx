import type { ReactNode } from 'react'
import styles from './code.module.css'
import type { Language } from './find-language.ts'
import type { Token } from './highlight-messages.ts'
import { requestHighlight } from './highlighter-client.ts'

/** The pieces of some code (`cutLines`) with their colours; null when it stays plain. */
export async function highlight(code: string, language: Language): Promise<readonly ReactNode[] | null> {
  const chunks = await requestHighlight(code, language)
  return chunks?.map((tokens, index) => <Chunk key={String(index)} tokens={tokens} />) ?? null
}

/** Its elements are made when it is drawn. */
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
