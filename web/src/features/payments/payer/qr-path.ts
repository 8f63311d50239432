import { encodeQR } from 'qr'

/** Modules of light around the code, without which scanners do not find it. */
const QUIET = 4

/** The code as one SVG path on a square of `size` modules. */
export function qrPath(text: string): { path: string; size: number } {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET })
  const path = rows
    .map((row, y) =>
      // Neighbours share one stroke: a fifth of the length.
      row.map((dark, x) => (dark ? (row[x - 1] ? 'h1' : `M${x} ${y}.5h1`) : '')).join(''),
    )
    .join('')
  return { path, size: rows.length }
}
