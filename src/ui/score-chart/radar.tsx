import { type AxisValues, axes, useAxisSummary } from './axes.ts'
import colors from './axis-colors.module.css'
import { corner, hexagonPath, path, valuePoints } from './hexagon.ts'
import styles from './radar.module.css'

export type RadarProps = {
  values: AxisValues
  /** The height of the hexagon in CSS pixels; it shrinks with its container. */
  size: number
  /** True where the same scores are shown as text beside it. */
  decorative?: boolean | undefined
}

export function Radar({ values, size, decorative }: RadarProps) {
  const summary = useAxisSummary(values)
  const radius = size / 2
  const width = Math.ceil(Math.sqrt(3) * radius) + 12
  const height = size + 12
  const points = valuePoints(values, radius)
  return (
    <svg
      role="img"
      aria-label={summary}
      aria-hidden={decorative}
      className={styles.radar}
      width={width}
      height={height}
      viewBox={`${-width / 2} ${-height / 2} ${width} ${height}`}
    >
      <path className={styles.web} d={[1 / 3, 2 / 3].map((share) => hexagonPath(radius * share)).join('')} />
      <path className={styles.web} d={axes.map((_, index) => `M0 0L${corner(index, radius).join(' ')}`).join('')} />
      <path className={styles.rim} d={hexagonPath(radius)} />
      <path className={styles.shape} d={path(points.map(({ point }) => point))} />
      {points.map(({ axis, point: [x, y] }) => (
        <circle key={axis} className={colors[axis]} cx={x} cy={y} r={size > 200 ? 4 : 3.5} />
      ))}
    </svg>
  )
}
