import { cx } from '../cx.ts'
import { type AxisValues, axes, lowestAxis } from './axes.ts'
import colors from './axis-colors.module.css'
import styles from './glyph.module.css'
import { corner, hexagonPath, path, valuePoints } from './hexagon.ts'

const RIM = 10.5

export type GlyphProps = {
  values: AxisValues
  /** In CSS pixels; 20 by default. */
  size?: number | undefined
}

/** The six scores as an icon for a line of text, with the lowest marked. Decorative: the score is shown beside it. */
export function Glyph({ values, size = 20 }: GlyphProps) {
  const lowest = lowestAxis(values)
  const [x, y] = lowest === null ? [0, 0] : corner(axes.indexOf(lowest), RIM)
  return (
    <svg aria-hidden="true" width={size} height={size} viewBox="-12 -12 24 24" className={styles.glyph}>
      <path className={styles.field} d={hexagonPath(11)} />
      <path className={styles.shape} d={path(valuePoints(values, RIM).map(({ point }) => point))} />
      {lowest === null ? null : <circle className={cx(styles.lowest, colors[lowest])} cx={x} cy={y} r={4} />}
    </svg>
  )
}
