import {
  formatBalance,
  formatCompact,
  formatRounded,
  formatUnits,
  groupThousands,
  parseUnits,
} from '@purser/contract/money.ts'
import css from './amount.module.css'

type Props = {
  /** Decimal text, or base units as a bigint. */
  value: number | string | bigint
  decimals: number
  unit: string
  /** Short, for a narrow place: '12.35K'. */
  compact?: boolean
  /** Fixed decimals, as in a column; without them 2 to 6. */
  places?: number
}

/** An amount with its unit, grouped, rounded half up, its trailing zeros dimmed; the exact figure on hover. */
export function Amount({ value, decimals, unit, compact = false, places }: Props) {
  const units = typeof value === 'bigint' ? value : parseUnits(value, decimals)
  const text = compact
    ? formatCompact(units, decimals)
    : groupThousands(
        places === undefined ? formatBalance(units, decimals) : formatRounded(units, decimals, places),
      )
  const [, digits = text, zeros = ''] = /^(.*\..*?)(0+)$/.exec(text) ?? []
  return (
    <span className="num" title={`${groupThousands(formatUnits(units, decimals))} ${unit}`}>
      {digits}
      {zeros !== '' && <span className={css.zeros}>{zeros}</span>} {unit}
    </span>
  )
}
