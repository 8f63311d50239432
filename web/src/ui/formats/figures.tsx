import css from './figures.module.css'

export type Figure = [name: string, value: string]

/** More characters than fit into one column: a figure must not be broken. */
const LONG = 14
const isLong = (value: string) => value.split(' ').some((word) => word.length > LONG)

/** Names and values, side by side if there is room. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={css.figure} data-long={isLong(value) || undefined}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
