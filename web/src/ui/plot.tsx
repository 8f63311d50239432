import type { PointerEvent, ReactNode } from 'react'

/** The width of a plot in its own units; it is as wide as its place on the screen. */
export const PLOT_WIDTH = 600
const EDGE = 6

/**
 * The position of a share of the range, from 0 for the lowest value to 1 for the highest; null if all values are equal.
 */
export const plotY = (height: number, share: number | null): number =>
  share === null ? height / 2 : EDGE + (height - 2 * EDGE) * (1 - share)

type Props = {
  height: number
  /** The values as text: the only form for users who do not see the plot. */
  label: string
  className: string | undefined
  onPointerMove?: (event: PointerEvent<SVGSVGElement>) => void
  onPointerLeave?: () => void
  children: ReactNode
}

export const Plot = ({ height, label, ...rest }: Props) => (
  <svg
    viewBox={`0 0 ${PLOT_WIDTH} ${height}`}
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
    {...rest}
  />
)
