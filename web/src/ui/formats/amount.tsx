import {
  formatBalance,
  formatCompact,
  formatUnits,
  groupThousands,
  parseUnits,
} from '@purser/contract/money.ts'

type Props = { value: number | string; decimals: number; unit: string; compact?: boolean }

/** An amount with its unit, grouped; the exact figure on hover. */
export function Amount({ value, decimals, unit, compact = false }: Props) {
  const units = parseUnits(value, decimals)
  const text = compact ? formatCompact(units, decimals) : groupThousands(formatBalance(units, decimals))
  return (
    <span className="num" title={`${groupThousands(formatUnits(units, decimals))} ${unit}`}>
      {text} {unit}
    </span>
  )
}
