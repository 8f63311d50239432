import css from './receipt.module.css'

export type ReceiptLine = {
  /** 'Network fee'; unique in its receipt. */
  name: string
  /** The amount with all its digits and its unit. */
  value: string
  /** A second, quieter line below the value. */
  note?: string | undefined
  /** The sum of the lines above it. */
  isTotal?: boolean
}

/** Lines that add up: From, To, Amount, fees, rent, a total below a line, and the balance after. */
export function Receipt({ lines }: { lines: ReceiptLine[] }) {
  return (
    <dl className={css.receipt}>
      {lines.map(({ name, value, note, isTotal }) => (
        <div key={name} className={css.line} data-total={isTotal === true || undefined}>
          <dt>{name}</dt>
          <dd className="num">
            {value}
            {note !== undefined && <span className={css.note}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
