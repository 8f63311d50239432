import type { CurrencyAmount, TradingCosts } from '@purser/contract/strategies/costs.ts'
import { isAboveZero } from '@purser/contract/money.ts'
import { amountWords, columnWords, directionOf } from '#ui/formats/amount-words.ts'

const words = ({ value, unit }: CurrencyAmount): string => amountWords(value, unit)

/** '0.014 SOL', '0.31 USDC + 0.0015 SOL'. */
export const costWords = ({ total }: TradingCosts): string => {
  const known = total.filter(({ value }) => directionOf(value) !== 'even')
  return (known.length > 0 ? known : total.slice(-1)).map(words).join(' + ')
}

/** Lists the parts that are not zero: 'network 0.00001, market 0.0125, rent 0.0015 SOL'. */
export function costParts({ network, market, rent }: TradingCosts): string {
  const parts = [
    { name: 'network', value: network, unit: 'SOL' },
    ...(market && directionOf(market.value) !== 'even' ? [{ name: 'market', ...market }] : []),
    ...(isAboveZero(rent) ? [{ name: 'rent', value: rent, unit: 'SOL' }] : []),
  ]
  // A common unit is named once, at the end.
  const isAllSol = parts.every(({ unit }) => unit === 'SOL')
  const texts = parts.map(({ name, value, unit }) =>
    `${name} ${amountWords(value, isAllSol ? '' : unit)}`.trimEnd(),
  )
  return `${texts.join(', ')}${isAllSol ? ' SOL' : ''}`
}

type Column = {
  texts: string[] /** The unit of all texts, which do not repeat it; '' if units differ. */
  unit: string
}

/** Formats the sums of trades of one quote with equal decimals in all rows; a dash if nothing was paid. */
export function costColumn(all: (TradingCosts | null)[]): Column {
  const units = [...new Set(all.flatMap((costs) => costs?.total.map(({ unit }) => unit) ?? []))]
  const [only = '', ...others] = units
  const unit = others.length === 0 ? only : ''
  const columns = units.map((one) =>
    columnWords(
      all.map((costs) => costs?.total.find((part) => part.unit === one)?.value ?? null),
      unit === '' ? one : '',
    ),
  )
  const texts = all.map((costs, i) =>
    costs === null
      ? '–'
      : columns
          .flatMap((column) => (column[i] === undefined || column[i] === '–' ? [] : [column[i].trimEnd()]))
          .join(' + '),
  )
  return { texts, unit }
}
