import { type ReactNode, useEffect, useRef, useState } from 'react'
import styles from './near-viewport.module.css'

/** Renders its children, and so loads their code, only when they are near the viewport. Reserves their space before. */
export function NearViewport({ children }: { children: ReactNode }) {
  const sentinel = useRef<HTMLDivElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (sentinel.current === null) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '300px',
    })
    observer.observe(sentinel.current)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={sentinel} data-needs-app className={styles.area}>
      {isNear && children}
    </div>
  )
}
