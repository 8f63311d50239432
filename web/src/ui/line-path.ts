/** The path of a line chart through these points, in SVG pixels. */
export const linePath = (points: { x: number; y: number }[]): string =>
  points.map(({ x, y }, n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
