import type { Figure } from '#ui/formats/figures.tsx'
import css from './figure-list.module.css'

/** Figures of a report; the class gives the margin around them. */
export const FigureList = ({ figures, className }: { figures: Figure[]; className: string | undefined }) => (
  <dl className={`${css.figures} ${className}`}>
    {figures.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
