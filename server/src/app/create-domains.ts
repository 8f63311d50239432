import type { Market } from '../ports/market.ts'
import { createFunds } from './create-funds.ts'
import { createPaymentDomains } from './create-payment-domains.ts'
import { createPeople } from './create-people.ts'
import { createPrices } from './create-prices.ts'
import { createTraders } from './create-traders.ts'
import type { DomainParts } from './domain-parts.ts'
import { openLive } from './open-live.ts'
import type { AppParts } from './parts.ts'

type Parts = Omit<DomainParts, 'live' | 'isLocal' | 'isReal'> & Pick<AppParts, 'live'>

/** The services of all domains, each given those to its left. */
export async function createDomains(given: Parts, opened: AsyncDisposableStack) {
  const { config, kernel, chain, realFunds } = given
  const live = await openLive(
    { config, ...(given.live ? { live: given.live } : {}) },
    { chain, kernel },
    opened,
  )
  const isLocal = config.cluster === 'localnet'
  const parts = { ...given, live, isLocal, isReal: realFunds ?? config.cluster === 'mainnet-beta' }
  const people = await createPeople(parts, opened)
  let market: Market | undefined
  const requireMarket = (): Market => {
    if (market === undefined) throw new Error('the market is not there yet')
    return market
  }
  const funds = await createFunds({ ...parts, people, market: requireMarket }, opened)
  const prices = await createPrices({ ...parts, people, funds }, opened)
  market = prices.market
  const payments = createPaymentDomains({ ...parts, people, funds, prices }, opened)
  const traders = createTraders({ ...parts, people, funds, prices }, opened)
  // A domain calls those to its right only through these: the kill switch stops bots too, and the portfolio counts what
  // strategies hold.
  traders.agents.killSwitch.register(traders.tradingBots.halts)
  prices.portfolio.follows({ ...traders.strategies.books.portfolio, agents: traders.agents.roster.listNames })
  return { ...people, ...funds, ...prices, ...payments, ...traders }
}
export type Domains = Awaited<ReturnType<typeof createDomains>>
