import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { cx } from '../cx.ts'
import styles from './scroll-region.module.css'

export type ScrollRegionProps = {
  /** The accessible name. */
  label: string
  /** False when the content has focusable elements, by which a keyboard scrolls. */
  focusable?: boolean | undefined
  className?: string | undefined
  children: ReactNode
}

/** A box that scrolls where its content does not fit; its edges fade on the sides where more follows. */
export function ScrollRegion({ label, focusable = true, className, children }: ScrollRegionProps) {
  const box = useRef<HTMLElement>(null)
  useScrollEdges(box)
  return (
    <section ref={box} aria-label={label} tabIndex={focusable ? 0 : undefined} className={cx(styles.region, className)}>
      {children}
    </section>
  )
}

function useScrollEdges(box: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const update = () => {
      const { scrollLeft, scrollWidth, clientWidth, scrollTop, scrollHeight, clientHeight } = element
      // Browsers round these sizes, so one pixel is no overflow.
      element.toggleAttribute('data-more-before', scrollLeft > 1)
      element.toggleAttribute('data-more-after', scrollLeft + clientWidth < scrollWidth - 1)
      element.toggleAttribute('data-more-below', scrollTop + clientHeight < scrollHeight - 1)
    }
    const sizes = new ResizeObserver(update)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    element.addEventListener('scroll', update, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', update)
    }
  }, [box])
}
