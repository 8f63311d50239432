/**
 * The common parts of both plans of token transfers: the mint, the accounts of the wallets, and the wallets that can
 * take part.
 */
import type { Immovable, Unusable } from '@purser/contract/distributions/distribution-texts.ts'
import { type LineRefusal, lineRefusalTexts } from '@purser/contract/transfers/line-refusals.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { assetSymbol, SOL_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import { type Address, isAddress } from '@solana/kit'
import { associatedAccount } from '../../../kernel/solana/associated-account.ts'
import { mostPrice } from '../../../kernel/solana/budget.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { AccountReads, TokenReads } from '../../../ports/chain.ts'
import type { TokenAccount, TokenMint } from '../../../ports/chain-data.ts'
import type { Movement, Spend, Transfers } from '../../transfers/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { fullLoad, tokenBudget, type Way } from './packing.ts'

export type TokenParts = { chain: TokenReads & AccountReads; transfers: Transfers }

/** A wallet with its associated token account: `free` is its balance without what is in flight. */
export type Holder = {
  wallet: OwnedWallet
  account: Address
  held: TokenAccount | null
  free: bigint
}

export type PlannedTokens<R> = {
  mint: TokenMint
  request: R
  movements: Movement[]
  spends: Spend[]
  /** Accounts that are closed, by position, and the lamports of each, which go to the destination. */
  closing?: { positions: readonly number[]; rent: bigint }
  /** The wallet that all transfers share, and the others by position. */
  middle: Holder
  others: Holder[]
  /** Lamports of a new token account. */
  rent: bigint
  /** Lamports of the middle that are not in flight. */
  lamports: bigint
}

/** Throws unknown_mint and token_not_movable. */
export async function requireMovable(
  chain: Pick<TokenReads, 'tokenMint'>,
  address: string,
): Promise<TokenMint> {
  const refuse = (code: Immovable) => new Fault('token_not_movable', { code })
  if (WRAPPED_SOL_MINTS.includes(address)) throw refuse('native')
  const mint = isAddress(address) ? await chain.tokenMint(address) : null
  if (mint === null) throw new Fault('unknown_mint', { mint: address })
  const [why] = mint.obstacles
  if (why) throw refuse(why)
  return mint
}

/** A hundred accounts a call. Throws chain_away. */
export async function readHolders(
  { transfers }: Pick<TokenParts, 'transfers'>,
  mint: TokenMint,
  wallets: OwnedWallet[],
): Promise<Holder[]> {
  const accounts = await Promise.all(wallets.map(({ address }) => associatedAccount(address, mint)))
  const read = await transfers.funds.freeTokens(
    mint.mint,
    wallets.map(({ address }, i) => ({ address, account: accounts[i] ?? address })),
  )
  return wallets.map((wallet, i) => ({
    wallet,
    account: accounts[i] ?? wallet.address,
    held: read[i]?.account ?? null,
    free: read[i]?.free ?? 0n,
  }))
}

/** Why this wallet can neither give nor get the token; null: it can. */
export function whyUnusable({ wallet, held }: Holder, mint: TokenMint): Unusable | null {
  if (held === null) return mint.startsFrozen ? 'starts_frozen' : null
  // The program allows an account to be given away: its address still follows from the wallet.
  if (held.owner !== wallet.address || held.mint !== mint.mint) return 'not_theirs'
  return held.frozen ? 'frozen' : null
}

type Refused = Pick<Movement, 'error' | 'refusal'>
/** A movement that cannot happen, and why. */
export const refused = (code: Exclude<LineRefusal, 'below_rent'>): Refused => ({
  error: lineRefusalTexts[code],
  refusal: code,
})

export const findRefused = (holder: Holder, mint: TokenMint): Refused | null => {
  const code = whyUnusable(holder, mint)
  return code && refused(code)
}

/** The wallet that all transfers share. Throws token_account_unusable. */
export function requireUsable(holder: Holder, mint: TokenMint): void {
  const code = whyUnusable(holder, mint)
  if (code) throw new Fault('token_account_unusable', { wallet: holder.wallet.name, code })
}

export const lackingTokens = (
  { wallet, free }: Holder,
  needs: bigint,
  { mint, decimals }: TokenMint,
): Fault =>
  new Fault('insufficient_balance', {
    wallet: wallet.name,
    has: formatUnits(free < 0n ? 0n : free, decimals),
    needs: formatUnits(needs, decimals),
    unit: assetSymbol(mint),
  })

/** The fields of a mint that a request keeps. */
export const termsOfMint = ({ mint, program, decimals, transferFee }: TokenMint) => ({
  mint,
  program,
  decimals,
  charges: transferFee !== null,
  fee: transferFee && { basisPoints: transferFee.basisPoints, maximum: transferFee.maximum.toString() },
})

export const tokenSpend = ({ wallet, account }: Holder, amount: bigint, mint: TokenMint): Spend => ({
  address: wallet.address,
  account,
  mint: mint.mint,
  amount,
  walletName: wallet.name,
  decimals: mint.decimals,
  symbol: assetSymbol(mint.mint),
  exclusive: true,
})

export const lackingSol = ({ name }: OwnedWallet, free: bigint, needs: bigint): Fault =>
  new Fault('insufficient_balance', {
    wallet: name,
    has: formatUnits(free < 0n ? 0n : free, SOL_DECIMALS),
    needs: formatUnits(needs, SOL_DECIMALS),
    unit: 'SOL',
  })

/** Fees and rent. The wallet must stay rent exempt besides, or the chain refuses the transaction. */
export const solSpend = (wallet: OwnedWallet, amount: bigint, keep: bigint): Spend => ({
  address: wallet.address,
  mint: SOL_MINT,
  amount,
  keep,
  walletName: wallet.name,
  decimals: SOL_DECIMALS,
  symbol: 'SOL',
  lacking: (free) => lackingSol(wallet, free, amount + keep),
})

/** Format and price of transactions whose fee `payer` pays. Throws chain_away. */
export async function readTokenTerms(transfers: Pick<Transfers, 'funds'>, way: Way, payer: Address) {
  const format = await transfers.funds.format()
  const price = await transfers.funds.price([payer], tokenBudget(fullLoad(way, format), 0n).units)
  return { format, price, most: mostPrice(price, tokenBudget(fullLoad(way, format), 0n).units) }
}
