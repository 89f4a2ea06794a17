import { useState } from 'react'
import { useOnline } from '../use-online.ts'
import styles from './avatar.module.css'

export type AvatarProps = {
  /** The source of the initials. Decorative, because the name is shown beside it. */
  name: string
  src?: string | null | undefined
  /** In CSS pixels. */
  size?: number | undefined
}

export function Avatar({ name, src, size = 36 }: AvatarProps) {
  const isOnline = useOnline()
  // The key changes when the network returns, so that a failed photo is loaded again.
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

/** Returns the first letters of the first and the last word, in any script. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : [words[0]]
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
