/** Symbols of the assets in operations: those of the plan that traded them, else those known now. */
import { assetSymbol } from '@purser/contract/tokens/tokens.ts'
import type { TokenNames } from '../tokens/index.ts'

export type SymbolParts = { tokenCenter: { names: Pick<TokenNames, 'labels'> } }
export type SymbolLookup = (mint: string) => string
type Traded = { mint: string; symbol: string | null }

export async function loadSymbols(
  { tokenCenter }: SymbolParts,
  userId: number,
  { mints, traded = [] }: { mints: string[]; traded?: Traded[] },
): Promise<SymbolLookup> {
  const planned = new Map(traded.flatMap(({ mint, symbol }) => (symbol === null ? [] : [[mint, symbol]])))
  const labels = await tokenCenter.names.labels(
    userId,
    mints.filter((mint) => !planned.has(mint)),
  )
  return (mint) => planned.get(mint) ?? labels.get(mint) ?? assetSymbol(mint)
}
