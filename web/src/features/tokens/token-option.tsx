import type { FoundToken } from '@purser/contract/tokens/token-search.ts'
import { useState } from 'react'
import { relativeTime } from '#ui/dates/relative-time.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import css from './token-field.module.css'

const usd = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
})

const sourceOf = ({ source, owner, verified }: FoundToken): string | undefined => {
  if (source === 'created') return 'created by you'
  if (source === 'granted') return `shared by ${owner}`
  return verified ? 'verified' : undefined
}

/** The known facts in words, mostly those in its favour. */
export function factsOf(token: FoundToken, now: number): string {
  const { liquidity_usd: liquidity, since } = token
  return [
    sourceOf(token),
    liquidity === null ? undefined : `${usd.format(Number(liquidity))} liquidity`,
    since === null ? undefined : `first traded ${relativeTime(Date.parse(since), now)}`,
  ]
    .filter((one) => one !== undefined)
    .join(', ')
}

export const warningsOf = ({ warnings, namesakes, symbol }: FoundToken): string =>
  [
    ...warnings.map(({ text }) => text),
    ...(namesakes === 0
      ? []
      : [`${namesakes} ${namesakes === 1 ? 'other token is' : 'other tokens are'} called ${symbol} as well`]),
  ].join('; ')

export function TokenOption({ token }: { token: FoundToken }) {
  const [now] = useState(Date.now)
  const facts = factsOf(token, now)
  const warnings = warningsOf(token)
  return (
    <>
      <span className={css.line}>
        <span className={css.symbol}>{token.symbol}</span>
        <span className={css.name}>{token.name}</span>
        <span className={css.mint}>{shortAddress(token.mint)}</span>
      </span>
      {facts !== '' && <span className={css.facts}>{facts}</span>}
      {warnings !== '' && <span className={css.warnings}>Careful: {warnings}</span>}
    </>
  )
}
