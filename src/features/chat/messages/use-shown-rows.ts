import { startTransition, useEffect, useState } from 'react'
import type { Row } from './build-rows.ts'

/** As many as fill a tall screen, even of short ones. */
const FIRST = 10

/** The last rows of a chat, and all of them once these were painted: what is above the screen need not be drawn first. */
export function useShownRows(rows: readonly Row[]): readonly Row[] {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return isPainted || rows.length <= FIRST ? rows : rows.slice(-FIRST)
}
