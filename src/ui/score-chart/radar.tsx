import { useLingui } from '@lingui/react'
import { type AxisValues, axes, axisNames, useAxisSummary } from './axes.ts'
import { corner, hexagonPath, path, valuePoints } from './hexagon.ts'
import styles from './radar.module.css'

export type RadarProps = {
  values: AxisValues
  /** The height of the hexagon in CSS pixels; it shrinks with its container. */
  size: number
  /** Shows names and scores outside the corners. Only for 160 px and more. */
  labels?: boolean | undefined
  /** True where the same scores are shown as text beside it. */
  decorative?: boolean | undefined
}

/** The space for the labels: at the sides, and above and below. */
const SIDE = 108
const TOP = 34

export function Radar({ values, size, labels, decorative }: RadarProps) {
  const summary = useAxisSummary(values)
  const radius = size / 2
  const width = Math.ceil(Math.sqrt(3) * radius) + (labels ? 2 * SIDE : 12)
  const height = size + (labels ? 2 * TOP : 12)
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
        <circle key={axis} className={styles[axis]} cx={x} cy={y} r={size > 200 ? 4 : 3.5} />
      ))}
      {labels ? <Labels values={values} radius={radius} /> : null}
    </svg>
  )
}

const anchors = ['middle', 'start', 'start', 'middle', 'end', 'end'] as const

/** The name and score beside each corner: in one line, or in two larger lines on a phone, where the chart shrinks. */
function Labels({ values, radius }: { values: AxisValues; radius: number }) {
  const { _ } = useLingui()
  return axes.map((axis, index) => {
    const [cornerX, cornerY] = corner(index, radius)
    const x = cornerX + Math.sign(Math.round(cornerX)) * 16
    const upright = index % 3 === 0
    const y = cornerY + (index === 0 ? -12 : index === 3 ? 24 : cornerY < 0 ? -6 : 16)
    const score = values[axis] ?? '–'
    return (
      <g key={axis} className={styles.label} textAnchor={anchors[index]}>
        <text className={styles.line} x={x} y={y}>
          {_(axisNames[axis])} <tspan className={styles.figure}>{score}</tspan>
        </text>
        <text className={styles.lines} x={x} y={y}>
          {_(axisNames[axis])}
          {upright ? ' ' : null}
          <tspan className={styles.figure} {...(upright ? {} : { x, dy: '1.25em' })}>
            {score}
          </tspan>
        </text>
      </g>
    )
  })
}
