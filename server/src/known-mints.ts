/**
 * Compares the well-known mints with the chain, at the start on mainnet-beta: a wrong address decodes to 32 bytes all the
 * same, and a wrong number of decimals makes every amount wrong by powers of ten.
 */
import { ConfigError } from './config/config.ts'
import { Fault } from './kernel/fault.ts'
import type { Log } from './kernel/log.ts'
import { oddMints } from './mainnet-check/mints.ts'
import { getRemedy } from './mainnet-check/remedies.ts'
import type { TokenReads } from './ports/chain.ts'
import type { Market } from './ports/market.ts'

type Parts = { chain: Pick<TokenReads, 'mintInfo'>; log: Log }

/**
 * Throws ConfigError if a mint differs from the known one. False: the chain gives no answer now, as may happen at a
 * start, and not all were compared.
 */
export async function requireKnownMints({ chain, log }: Parts): Promise<boolean> {
  const odd = await oddMints(chain)
  const differing = odd.filter(({ failure }) => failure.code !== 'mint_unread')
  if (differing.length > 0) {
    const lines = differing.map(({ symbol, failure }) => `${symbol} ${getRemedy(failure).found}.`)
    throw new ConfigError(
      `The chain and this version of Purser disagree about well-known mints, so nothing is traded. ${lines.join(' ')} Check SOLANA_RPC_URL: this cannot happen on mainnet-beta.`,
    )
  }
  if (odd.length === 0) return true
  log.warn({ unread: odd.map(({ symbol }) => symbol) }, 'not all well-known mints could be compared yet')
  return false
}

/** The market, which gives no quotes before they were compared. Throws chain_away until then. */
export function onKnownMints(market: Market, parts: Parts & { compared: boolean }): Market {
  let known: Promise<boolean> | null = parts.compared ? Promise.resolve(true) : null
  async function compare(): Promise<boolean> {
    try {
      return await requireKnownMints(parts)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      parts.log.error({}, error.message)
      return false
    }
  }
  return {
    ...market,
    async quote(request) {
      known ??= compare()
      const isKnown = await known.catch(() => false)
      if (isKnown) return market.quote(request)
      known = null
      throw new Fault('chain_away')
    },
  }
}
