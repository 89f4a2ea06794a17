import { type ReactNode, useEffect, useState } from 'react'
import { lazyModule } from '#lib/lazy/lazy-module.ts'
import { whenIdle } from '#lib/timing/when-idle.ts'
import { findLanguage } from './find-language.ts'

/** Longer code is mostly data, where colours do not help and cost time. */
const CODE_MAX = 60_000
const CACHE_CHARACTERS = 400_000
const IDLE_MS = 100

const highlighter = lazyModule(() => import('./highlight.tsx'))

type Chunks = readonly ReactNode[]

/** The value is null for code without colours. */
const cache = new Map<string, Chunks | null>()
let cached = 0

/**
 * Returns the first pieces of the code (`cutLines`) with colours. The list is empty while `wanted` is false, before the
 * worker answers, in an unknown language and without a worker. After the first piece, one more is added each time the
 * browser is idle; cached code returns the first at once.
 */
export function useHighlighted(text: string, name: string, wanted: boolean): Chunks {
  const language = wanted && text.length <= CODE_MAX ? findLanguage(name) : null
  const key = `${language} ${text}`
  const [shown, setShown] = useState<{ key: string; chunks: Chunks } | null>(null)
  useEffect(() => {
    if (language === null) return
    let left = false
    const work = async () => {
      let chunks = cache.get(key)
      if (chunks === undefined) {
        const { highlight } = await highlighter.load()
        if (left) return
        chunks = await highlight(text, language)
        remember(key, chunks)
      }
      for (let count = 1; chunks && count <= chunks.length; count++) {
        if (count > 1) await whenIdle(IDLE_MS)
        if (left) return
        setShown({ key, chunks: chunks.slice(0, count) })
      }
    }
    // Without a network the code is shown without colours.
    work().catch(() => undefined)
    return () => {
      left = true
    }
  }, [key, language, text])
  if (language === null) return []
  return shown?.key === key ? shown.chunks : (cache.get(key)?.slice(0, 1) ?? [])
}

function remember(key: string, chunks: Chunks | null): void {
  if (cached + key.length > CACHE_CHARACTERS) {
    cache.clear()
    cached = 0
  }
  cache.set(key, chunks)
  cached += key.length
}
