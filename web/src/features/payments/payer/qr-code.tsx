import { useMemo } from 'react'
import { qrPath } from './qr-path.ts'
import css from './payer.module.css'

/** It is dark on light in both schemes: many scanners read nothing else. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => qrPath(text), [text])
  return (
    <svg
      className={css.code}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={label}
    >
      <rect width={size} height={size} fill="#ffffff" />
      <path d={path} stroke="#000000" fill="none" />
    </svg>
  )
}
