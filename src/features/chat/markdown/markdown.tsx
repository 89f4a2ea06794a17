import { memo, type ReactNode, useMemo } from 'react'
import type { Source } from '#contract/objects/chat.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { languageOfText } from '../speech/language-of-text.ts'
import { SourcesContext } from './citation.tsx'
import { closeOpenMarks } from './close-open-marks.ts'
import { collectDefinitions, definitionsNamed } from './definitions.ts'
import styles from './markdown.module.css'
import { parseBlock } from './parse-block.ts'
import { LOWEST, rankHeadings } from './rank-headings.ts'
import { renderBlocks } from './render-block.tsx'
import { splitBlocks } from './split-blocks.ts'

interface BlockProps {
  text: string
  links: string
  cites: boolean
  open: boolean
  /** See `rankHeadings`. */
  rank: number
}

/** Memoised, so that a finished block is parsed and rendered once and only the last block changes during a stream. */
const Block = memo(function Block({ text, links, cites, open, rank }: BlockProps): ReactNode {
  return renderBlocks(parseBlock(text, !open, links, cites), open, rank)
})

const noSources: readonly Source[] = []
type MarkdownProps = { text: string; streaming?: boolean; sources?: readonly Source[] | undefined }

/**
 * Renders markdown as React elements and never as raw HTML; `streaming` draws the caret at the end, `[n]` leads to its
 * source. A finished text names its language, so that a screen reader pronounces it in that one; it is detected once
 * for each text.
 */
export const Markdown = memo(function Markdown({ text, streaming = false, sources = noSources }: MarkdownProps) {
  const blocks = useMemo(() => splitBlocks(text), [text])
  const definitions = useMemo(() => collectDefinitions(blocks), [blocks])
  const language = useLanguage()
  const lang = useMemo(() => (streaming ? undefined : languageOfText(text, language)), [text, streaming, language])
  const ranks = useMemo(() => rankHeadings(blocks), [blocks])
  return (
    <SourcesContext value={sources}>
      <div className={styles.markdown} lang={lang} data-markdown="" data-streaming={streaming || undefined}>
        {blocks.map((block, index) => {
          const open = streaming && index === blocks.length - 1
          return (
            <Block
              key={String(index)}
              text={open ? closeOpenMarks(block) : block}
              links={definitionsNamed(block, definitions)}
              cites={sources.length > 0}
              open={open}
              rank={ranks[index] ?? LOWEST}
            />
          )
        })}
      </div>
    </SourcesContext>
  )
})
