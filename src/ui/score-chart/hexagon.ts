import { type AxisValues, axes } from './axes.ts'

export type Point = readonly [x: number, y: number]

/** Returns the corner `index` (0 is the top, then clockwise) of a hexagon around the origin. */
export function corner(index: number, radius: number): Point {
  const angle = (index * Math.PI) / 3 - Math.PI / 2
  return [round(radius * Math.cos(angle)), round(radius * Math.sin(angle))]
}

export function hexagonPath(radius: number): string {
  return path(axes.map((_, index) => corner(index, radius)))
}

/** Returns the point of each assessed axis; other axes have none. */
export function valuePoints(values: AxisValues, radius: number) {
  return axes.flatMap((axis, index) => {
    const value = values[axis]
    return value === null ? [] : [{ axis, point: corner(index, (radius * Math.min(100, Math.max(0, value))) / 100) }]
  })
}

export function path(points: readonly Point[]): string {
  return points.length === 0 ? '' : `M${points.map(([x, y]) => `${x} ${y}`).join('L')}Z`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
