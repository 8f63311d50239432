/** The rules of the forms that move a token: specification 3, sections 4 and 5. */
import { tokenTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { TOKEN_SPLIT_DECIMALS, TOKEN_VARIANCE_MAX } from '@purser/contract/limits.ts'
import { type Asset, textIn, typable, typedUnits } from '../amounts/asset.ts'
import { checkCount } from '../forms/check-distribute.ts'
import type { DistributeRules, Line } from '../forms/distribute-rules.ts'
import type { GatherRules } from '../forms/gather-rules.ts'
import type { Holder } from '../selection/holders.ts'
import { equalSplit, randomSplit } from '../amounts/split-amounts.ts'

/** The chosen token, once it is known. `refusal`: the reason why it is not moved from here. */
export type MovedToken = { mint: string; asset: Asset; refusal: string | null }
export type TokenForm = {
  token: MovedToken | undefined
  /** Base units; undefined while unknown. */
  heldOf: (holder: Holder) => bigint | undefined
}

/** The unit of a form while no token is chosen. */
const NO_ASSET: Asset = { symbol: 'tokens', decimals: 6, places: 6 }
const NOT_KNOWN = 'What the source holds of this token is not known yet. Please try again in a moment.'
/** Parts of at least this many steps are rounded to steps; smaller ones would be distorted. */
const STEPS_AT_LEAST = 100n

/** Rounds to 4 decimals, if the parts are large enough; the last takes the remainder. */
export function splitTokens(total: bigint, count: number, variance: number | undefined, decimals: number) {
  const parts =
    variance === undefined ? equalSplit(total, count) : randomSplit(total, count, variance, Math.random)
  const coarse = decimals > TOKEN_SPLIT_DECIMALS ? 10n ** BigInt(decimals - TOKEN_SPLIT_DECIMALS) : 1n
  const step = count > 0 && total / BigInt(count) >= STEPS_AT_LEAST * coarse ? coarse : 1n
  const amounts = parts.map((part) => (part / step) * step).slice(0, -1)
  if (count === 0) return []
  return [...amounts, total - amounts.reduce((sum, amount) => sum + amount, 0n)]
}

/** The shown amounts, exactly, and their sum. */
const amountsOf = (asset: Asset, lines: Line[]) => ({
  total_amount: textIn(
    asset,
    lines.reduce((sum, { units }) => sum + units, 0n),
  ),
  custom_amount: Object.fromEntries(lines.map(({ holder, units }) => [holder.address, textIn(asset, units)])),
})
const allPositive = (amounts: bigint[]) => amounts.every((amount) => amount > 0n)

export function tokenDistributeRules({
  token,
  heldOf = () => undefined,
}: Pick<TokenForm, 'token'> & Partial<TokenForm>): DistributeRules {
  const asset = token?.asset ?? NO_ASSET
  const texts = tokenTexts.distribute
  return {
    asset,
    key: token?.mint ?? '',
    variance: { min: 0, max: TOKEN_VARIANCE_MAX },
    staleText: texts.stale,
    checkCalculate({ total, count }) {
      const units = typedUnits(asset, total)
      if (units === undefined || units === 0n || count === 0) return texts.calculate
      return units < BigInt(count) ? texts.tooSmall : checkCount(count)
    },
    most(source, count) {
      if (!token || !source || count === 0) return texts.selection
      const held = heldOf(source)
      if (held === undefined) return NOT_KNOWN
      const most = typable(asset, held)
      return most > 0n ? most : `${source.name} holds nothing of this token`
    },
    split: (total, count, variance) => splitTokens(total, count, variance, asset.decimals),
    check({ mode, source, amounts, stale }) {
      if (!token || !source || amounts.length === 0) return texts.selection
      if (token.refusal !== null) return token.refusal
      if (mode !== 'custom' && stale) return texts.stale
      return allPositive(amounts) ? checkCount(amounts.length) : texts.positive
    },
    request: (source, lines) => ({
      kind: 'token-distribute',
      body: {
        token_address: token?.mint ?? '',
        source_wallet: source.address,
        target_wallets: lines.map(({ holder }) => holder.address),
        ...amountsOf(asset, lines),
      },
    }),
  }
}

/** `close`: token accounts that are emptied are closed. */
export function tokenGatherRules({ token, heldOf, close }: TokenForm & { close: boolean }): GatherRules {
  const asset = token?.asset ?? NO_ASSET
  const texts = tokenTexts.gather
  return {
    asset,
    key: token?.mint ?? '',
    eligible: (holder) => heldOf(holder) !== 0n,
    lacks: (_, who) => `None of ${who} holds ${asset.symbol}.`,
    mostFrom(holder, custom) {
      const held = heldOf(holder) ?? 0n
      return custom ? typable(asset, held) : held
    },
    check({ custom, chosen, count, amounts }) {
      if (!token || !chosen || count === 0) return texts.selection
      if (token.refusal !== null) return token.refusal
      return custom && !allPositive(amounts) ? texts.positive : checkCount(count)
    },
    request: (destination, lines, custom) => ({
      kind: 'token-gather',
      body: {
        token_address: token?.mint ?? '',
        target_wallet: destination.address,
        source_wallets: lines.map(({ holder }) => holder.address),
        ...(custom ? amountsOf(asset, lines) : {}),
        ...(close ? { close_accounts: true } : {}),
      },
    }),
  }
}
