import { useLayoutEffect } from 'react'

/**
 * Sets an attribute of the `html` element while `isSet`, for a style of the whole page. A rule with `html:has()` would be
 * checked again with every element that is inserted anywhere, which slows a streaming answer.
 */
export function useRootAttribute(name: `data-${string}`, isSet: boolean): void {
  useLayoutEffect(() => {
    const root = document.documentElement
    root.toggleAttribute(name, isSet)
    return () => root.removeAttribute(name)
  }, [name, isSet])
}
