import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { isComposing } from '#ui/is-composing.ts'
import type { Option } from './options.ts'

/**
 * Returns the active option and a key handler. The first option is active, or the one reached by the arrow keys for
 * this query, also when others are inserted above it. `settled`: the options belong to the current query; Enter waits
 * for that.
 */
export function useActiveOption(
  options: readonly Option[],
  { query, settled, list }: { query: string; settled: boolean; list: RefObject<HTMLElement | null> },
  select: (option: Option) => void,
) {
  const [moved, setMoved] = useState<{ query: string; key: string } | null>(null)
  const wanted = moved?.query === query ? options.findIndex(({ key }) => key === moved.key) : -1
  const at = wanted < 0 ? 0 : wanted
  const active = options[at]
  /** The query of an Enter that waits for its results. */
  const entered = useRef<string | null>(null)

  useEffect(() => {
    // Whoever types on wants other results.
    if (entered.current !== query) entered.current = null
    if (!settled || entered.current === null) return
    entered.current = null
    if (active) select(active)
  }, [query, settled, active, select])

  const move = (to: number) => {
    const next = options[(to + options.length) % options.length]
    if (!next) return
    setMoved({ query, key: next.key })
    list.current?.querySelector(`[data-key="${next.key}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter') {
      if (!settled) entered.current = query
      else if (active) select(active)
    } else return
    event.preventDefault()
  }
  return { active, onKeyDown }
}
