import { grammarInterpreter } from '@purser/interpreter/index.ts'
import { modelInterpreter } from '@purser/interpreter/model/index.ts'
import { createAgents } from '../domains/agents/index.ts'
import { createStrategies } from '../domains/strategies/index.ts'
import { createTradingBots } from '../domains/trading-bots/index.ts'
import type { Funds } from './create-funds.ts'
import type { People } from './create-people.ts'
import type { Prices } from './create-prices.ts'
import type { DomainParts } from './domain-parts.ts'

type Parts = DomainParts & { people: People; funds: Funds; prices: Prices }

/** Creates strategies, the agents that plan them, and the bots of groups. */
export function createTraders(parts: Parts, opened: AsyncDisposableStack) {
  const { config, kernel, chain, people, funds, prices, isReal } = parts
  const { db, bus, clock, log, limiter } = kernel
  const { accounts, wallets, groups, notifications } = people
  const { transfers, topUps } = funds
  const { market, marketClock, trading, tokens, tokenCenter, balances } = prices
  const strategies = createStrategies({
    ...kernel,
    chain,
    market,
    marketClock,
    trading,
    transfers,
    wallets,
    reporter: notifications.reporter,
    realFunds: isReal,
  })
  opened.defer(strategies.lifecycle.close)
  const interpreter =
    config.ai === null ? grammarInterpreter() : modelInterpreter({ endpoint: config.ai, clock, log })
  const agents = createAgents({
    db,
    accounts,
    limiter,
    bus,
    clock,
    log,
    interpreter,
    market,
    marketClock,
    strategies,
    balances,
    wallets,
    groups,
    tokenNames: tokenCenter.names,
    lookUp: tokenCenter.search.lookUp,
    topUps,
    transfers,
    realFunds: isReal,
  })
  opened.defer(agents.close)
  const tradingBots = createTradingBots({
    ...kernel,
    chain,
    market,
    marketClock,
    trading,
    transfers,
    wallets,
    groups,
    tokens,
    livePrices: config.market === 'live',
  })
  opened.defer(tradingBots.close)
  return { strategies, interpreter, agents, tradingBots }
}
