/** The two sides of a swap: their mints, prices and depths. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol, KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { MintInfo } from '../../../ports/chain-data.ts'
import { type NoQuote, PRICE_SCALE, type PriceUsd, type QuoteRequest } from '../../../ports/market.ts'
import { isSol } from '../maker/legs.ts'
import { createPath, type Path } from './path.ts'
import { isNoQuote, movedPrice, type Side } from './pricing.ts'
import { type Profile, createProfile } from './profile.ts'
import type { SimulatedState } from './state.ts'

/** `info`: null for native SOL. */
export type TradedSide = Side & { info: MintInfo | null }
export type Sides = { input: TradedSide; output: TradedSide }

export const isKnown = (mint: string): boolean => KNOWN_TOKENS.some((token) => token.mint === mint)

export function findPath({ paths, seed }: SimulatedState, mint: string): { profile: Profile; path: Path } {
  let found = paths.get(mint)
  if (!found) {
    const profile = createProfile(mint, seed)
    found = { profile, path: createPath(profile) }
    paths.set(mint, found)
  }
  return found
}

async function isTraded({ cluster, mintsHere, created }: SimulatedState, mint: string): Promise<boolean> {
  const local = cluster === 'localnet'
  if (cluster === 'mainnet-beta') return false
  if (isSol(mint)) return true
  if (local && isKnown(mint)) return true
  if (!mintsHere) return local
  const isHere = created.has(mint) || (await mintsHere(mint))
  if (isHere) created.add(mint)
  return isHere
}

/** null for native SOL, undefined for a mint that is not traded here. */
export async function findMint(market: SimulatedState, mint: string): Promise<MintInfo | null | undefined> {
  const { mints, chain } = market
  if (!(await isTraded(market, mint))) return undefined
  if (isSol(mint)) return null
  const known = mints.get(mint) ?? (await chain.mintInfo(mint as Address))
  if (known) mints.set(mint, known)
  return known ?? undefined
}

/**
 * Within a transaction nothing else may be queried: the embedded database has one connection, and would wait for itself
 * for ever. A mint that was not looked up before counts as not traded.
 */
const findMintInMemory = ({ mints }: SimulatedState, mint: string): MintInfo | null | undefined =>
  isSol(mint) ? null : mints.get(mint)

export async function readPrice(market: SimulatedState, mint: string, within?: Db): Promise<PriceUsd> {
  const { ppb, at } = await market.impacts.on(mint, within)
  const undisturbed = findPath(market, mint).path.at(at)
  const price = BigInt(Math.max(1, Math.round(undisturbed * Number(PRICE_SCALE))))
  return movedPrice(price, BigInt(Math.round(ppb)))
}

async function readSide(market: SimulatedState, mint: string, within?: Db): Promise<TradedSide | NoQuote> {
  const info = within ? findMintInMemory(market, mint) : await findMint(market, mint)
  if (info === undefined) return { unavailable: { code: 'not_traded', mint, symbol: assetSymbol(mint) } }
  return {
    mint,
    info,
    decimals: info?.decimals ?? SOL_DECIMALS,
    price: await readPrice(market, mint, within),
    depth: findPath(market, mint).profile.depth,
  }
}

export async function readSides(
  market: SimulatedState,
  { inputMint, outputMint }: Pick<QuoteRequest, 'inputMint' | 'outputMint'>,
  within?: Db,
): Promise<Sides | NoQuote> {
  if (inputMint === outputMint) return { unavailable: { code: 'same_mint', symbol: assetSymbol(inputMint) } }
  const input = await readSide(market, inputMint, within)
  if (isNoQuote(input)) return input
  const output = await readSide(market, outputMint, within)
  return isNoQuote(output) ? output : { input, output }
}

/** The same sides at current prices. */
export async function refreshPrices(market: SimulatedState, { input, output }: Sides): Promise<Sides> {
  return {
    input: { ...input, price: await readPrice(market, input.mint) },
    output: { ...output, price: await readPrice(market, output.mint) },
  }
}
