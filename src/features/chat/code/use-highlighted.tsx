import { type ReactNode, useEffect, useState } from 'react'
import { whenIdle } from '#lib/when-idle.ts'
import { lazyPart } from '#ui/lazy-part.ts'
import { cutCode } from './cut-code.ts'
import { findLanguage } from './find-language.ts'

/** Lists of a thousand lines are read for their data, not for their colours. */
const CODE_MAX = 60_000
const CACHE_CHARACTERS = 400_000
const IDLE_MS = 1000

const highlighter = lazyPart(() => import('./highlight.tsx'))

const cache = new Map<string, ReactNode>()
let cached = 0

/**
 * The code with its colours, or null while there are none: not wanted yet, no such language, or still to be fetched.
 * Work is done once for a text, in pieces and when the browser is idle.
 */
export function useHighlighted(text: string, name: string, wanted: boolean): ReactNode {
  const language = wanted && text.length <= CODE_MAX ? findLanguage(name) : null
  const key = `${language} ${text}`
  const [made, setMade] = useState<{ key: string; code: ReactNode } | null>(null)
  useEffect(() => {
    if (language === null || cache.has(key)) return
    let left = false
    const work = async () => {
      const { highlight } = await highlighter.load()
      const parts: ReactNode[] = []
      for (const piece of cutCode(text)) {
        await whenIdle(IDLE_MS)
        if (left) return
        parts.push(<span key={parts.length}>{highlight(piece, language)}</span>)
      }
      remember(key, parts)
      setMade({ key, code: parts })
    }
    // Without a network, or with a broken grammar, code is as readable as before.
    work().catch(() => undefined)
    return () => {
      left = true
    }
  }, [key, language, text])
  if (language === null) return null
  return cache.get(key) ?? (made?.key === key ? made.code : null)
}

function remember(key: string, code: ReactNode): void {
  if (cached + key.length > CACHE_CHARACTERS) {
    cache.clear()
    cached = 0
  }
  cache.set(key, code)
  cached += key.length
}
