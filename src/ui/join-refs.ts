import type { Ref, RefObject } from 'react'

/** Returns one ref callback that sets both refs. */
export function joinRefs<T>(ours: RefObject<T | null>, theirs: Ref<T> | undefined): (element: T | null) => void {
  return (element) => {
    ours.current = element
    if (typeof theirs === 'function') theirs(element)
    else if (theirs) theirs.current = element
  }
}
