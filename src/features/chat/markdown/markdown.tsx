import { memo, type ReactNode, useMemo } from 'react'
import { collectDefinitions, definitionsNamed } from './definitions.ts'
import styles from './markdown.module.css'
import { parseBlock } from './parse-block.ts'
import { renderBlocks } from './render-block.tsx'
import { splitBlocks } from './split-blocks.ts'

/** Memoised, so that a finished block is parsed and rendered once and only the last block changes during a stream. */
const Block = memo(function Block({ text, links, open }: { text: string; links: string; open: boolean }): ReactNode {
  return renderBlocks(parseBlock(text, !open, links), open)
})

/** Renders markdown as React elements and never as raw HTML; `streaming` draws the caret at the end. */
export const Markdown = memo(function Markdown({ text, streaming = false }: { text: string; streaming?: boolean }) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  const definitions = useMemo(() => collectDefinitions(blocks), [blocks])
  return (
    <div className={styles.markdown} data-streaming={streaming || undefined}>
      {blocks.map((block, index) => (
        <Block
          key={String(index)}
          text={block}
          links={definitionsNamed(block, definitions)}
          open={streaming && index === blocks.length - 1}
        />
      ))}
    </div>
  )
})
