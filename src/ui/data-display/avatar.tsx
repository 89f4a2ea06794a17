import { useState } from 'react'
import { useOnline } from '../use-online.ts'
import styles from './avatar.module.css'

export type AvatarProps = {
  /** Gives the initials. Decoration: the name stands beside it. */
  name: string
  src?: string | null | undefined
  /** CSS pixels. */
  size?: number | undefined
}

export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const isOnline = useOnline()
  // What could not be fetched without a network is tried again with one.
  const attempt = `${src} ${isOnline}`
  const [broken, setBroken] = useState<string | null>(null)
  const sides = { width: size, height: size, fontSize: Math.round(size * 0.38) }
  return (
    <span aria-hidden="true" className={styles.avatar} style={sides}>
      {src && attempt !== broken ? (
        <img src={src} alt="" width={size} height={size} onError={() => setBroken(attempt)} />
      ) : (
        initials(name)
      )}
    </span>
  )
}

/** The first letter of the first and of the last word, whatever the script. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
