import css from './count.module.css'

const MOST = 999

/** The number of things behind a tab. It has its place before it is known: nothing beside it moves. */
export const Count = ({ value }: { value: number | undefined }) => (
  <span className={`num ${css.count}`}>{value === undefined ? '' : value > MOST ? `${MOST}+` : value}</span>
)
