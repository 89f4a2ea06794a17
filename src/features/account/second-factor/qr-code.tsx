import { useMemo } from 'react'
import { encode } from 'uqr'
import styles from './second-factor.module.css'

/** A QR code, drawn on this device. It is black on white in dark mode too, which some cameras need. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = useMemo(() => encode(text, { border: 4 }).data, [text])
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      className={styles.qr}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  )
}
