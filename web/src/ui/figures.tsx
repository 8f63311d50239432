import css from './figures.module.css'

export type Figure = [name: string, value: string]

/** Names and values, side by side where there is room. */
export function Figures({ figures }: { figures: Figure[] }) {
  return (
    <dl className={css.figures}>
      {figures.map(([name, value]) => (
        <div key={name} className={css.figure}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
