import type { AxisValues } from './axes.ts'
import styles from './glyph.module.css'
import { hexagonPath, path, valuePoints } from './hexagon.ts'

export type GlyphProps = {
  values: AxisValues
  /** In CSS pixels; 20 by default. */
  size?: number | undefined
}

/** The six scores as an icon for a line of text. Decorative: the score is shown beside it. */
export function Glyph({ values, size = 20 }: GlyphProps) {
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="-12 -12 24 24" className={styles.glyph}>
      <path className={styles.field} d={hexagonPath(11)} />
      <path className={styles.shape} d={path(valuePoints(values, 10.5).map(({ point }) => point))} />
    </svg>
  )
}
