import { useState } from 'react'
import { formatCompact, formatUnits } from '@purser/contract/money.ts'
import type { HeldToken } from '../tokens/held-tokens.ts'
import css from './row-tokens.module.css'

/** Tokens of a row before it is unfolded. */
const SHOWN = 3

/** The tokens of wallets, for their rows. */
export type TokenCells = {
  /** Sorted by amount, largest first; undefined while loading. */
  of: (walletId: number) => HeldToken[] | undefined
  symbolOf: (mint: string) => string
  /** The token that is moved. */
  mint: string | undefined
  /** A wallet's amount of the moved token, with its unit. */
  chosenText: (walletId: number) => string | undefined
  onToken: (mint: string) => void
}

/** A click on a symbol selects that token. */
export function RowTokens({ tokens, walletId }: { tokens: TokenCells; walletId: number }) {
  const [all, setAll] = useState(false)
  const held = tokens.of(walletId)
  if (held === undefined) return <div className={css.loading}>Loading tokens</div>
  const more = held.length - SHOWN
  if (held.length === 0) return null
  return (
    <ul className={css.tokens}>
      {(all ? held : held.slice(0, SHOWN)).map(({ mint, units, decimals }) => (
        <li key={mint} className={css.token} data-chosen={mint === tokens.mint}>
          <button
            type="button"
            className={`plain-button ${css.symbol}`}
            aria-pressed={mint === tokens.mint}
            title={mint}
            onClick={() => tokens.onToken(mint)}
          >
            {tokens.symbolOf(mint)}
          </button>
          <span className={css.amount} title={formatUnits(units, decimals)}>
            {formatCompact(units, decimals)}
          </span>
        </li>
      ))}
      {more > 0 && (
        <li>
          <button type="button" className={`plain-button ${css.more}`} onClick={() => setAll(!all)}>
            {all ? 'Show less' : `Show ${more} more ${more === 1 ? 'token' : 'tokens'}`}
          </button>
        </li>
      )}
    </ul>
  )
}
