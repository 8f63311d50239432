/** Strategies of a user: start, restart, pause, resume, stop; their record; the lines of the terminal. */
import { UUID } from '@purser/contract/values.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Heartbeat } from '../../kernel/heartbeat.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { FollowedClock, Trading } from '../market/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { createPreviews } from './backtest/preview.ts'
import { registerCommitments } from './commitments.ts'
import { createHalts } from './halts.ts'
import { forgetAgent } from './halts.store.ts'
import { createParity } from './parity/report.ts'
import type { Books, Control, Lifecycle, Lookups, Previews, Starts, Strategies } from './offer.ts'
import { createPortfolioSource } from './record/portfolio.ts'
import { createAnswers } from './record/answers.ts'
import { createCorrections } from './record/corrections.ts'
import { createFigures } from './record/figures.ts'
import { createHistory } from './record/history.ts'
import { createLines } from './record/lines.ts'
import { createLinesSweep } from './record/lines.store.ts'
import type { Reporter } from './record/notification-events.ts'
import { createRecordsSweep } from './record/steps.store.ts'
import { createTrades } from './record/trades.ts'
import { createRequests } from './requests.ts'
import { describeRestart, toRemainingPlan } from './restart.ts'
import type { StrategyRow } from './rows.ts'
import { announce } from './runner/announce.ts'
import { createExitFloor } from './runner/exit-floor.ts'
import { createRunner } from './runner/runner.ts'
import { createSaver } from './runner/saver.ts'
import { createWatch } from './runner/watch.ts'
import { createSizing, type Sizing } from './sizing/sizing.ts'
import { createTerms } from './sizing/terms.ts'
import { createStarts } from './starts.ts'
import { cannotContinue } from './engine/continue.ts'
import { UNWATCHED, unwatched } from './engine/guards.ts'
import * as store from './strategies.store.ts'

export type StrategiesParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  heartbeat: Heartbeat
  chain: Chain
  market: Market
  marketClock: Pick<FollowedClock, 'guard' | 'requireRealTime'>
  trading: Trading
  transfers: Transfers
  wallets: Wallets
  reporter: Reporter
  /** Funds are real: a forced sale must bring its worth. */
  realFunds: boolean
}
type Parts = StrategiesParts & { sizing: Sizing; terms: RunTerms; wake(row: StrategyRow): Promise<void> }
type RunTerms = ReturnType<typeof createTerms>
type Figures = ReturnType<typeof createFigures>

function offerPreviews({ sizing, market, clock }: Parts): Previews {
  const previews = createPreviews({ sizing, market })
  return {
    month: (plan, addresses) => previews.of(plan, addresses, clock.now()),
    past: (plan, addresses, { seconds, now = clock.now() }) =>
      previews.past(plan, addresses, { now, seconds }),
    async openedAt(plan, seconds) {
      const now = clock.now()
      return { now, price: await previews.opened(plan, { now, seconds }) }
    },
  }
}

const offerStarts = (parts: Parts, { toStrategy }: Figures): Starts => ({
  ...createStarts({ ...parts, toStrategy }),
  describeRestart: ({ plan, state }) => describeRestart(plan, state),
  cannotContinue: ({ plan, state }) => cannotContinue(plan, state),
  planLeft: ({ plan, state }) => toRemainingPlan(plan, state),
})

const offerControl = (parts: Parts): Control => ({
  ...createRequests(parts),
  unwatched: ({ plan, state }) => (unwatched(plan, state) ? UNWATCHED : null),
})

const offerLookups = ({ db }: Parts, { toStrategies }: Figures): Lookups => ({
  find: (userId, id) => store.findStrategy(db, userId, id),
  findLive: (userId, agentId) => store.findLive(db, userId, agentId),
  list: async (userId, agentId) => toStrategies(await store.listByAgent(db, userId, agentId)),
  summaries: (userId, agentIds) => store.listSummaries(db, userId, agentIds),
  traders: (userId, ids) =>
    store.findTraders(
      db,
      userId,
      ids.filter((id) => UUID.test(id)),
    ),
  countLive: () => store.countLive(db),
})

const offerBooks = (parts: Parts, { toStrategy, toStrategies }: Figures): Books => ({
  ...createTrades({ ...parts, toStrategies }),
  answers: createAnswers({ ...parts, toStrategy, toStrategies }),
  history: createHistory(parts),
  portfolio: createPortfolioSource(parts),
  parity: createParity(parts).of,
})

/** Runs the strategies of this process, and corrects their books. */
function createEngine(parts: Parts, publish: ReturnType<typeof createLines>['publish']) {
  const { db, clock, heartbeat, market, sizing } = parts
  const ending = new AbortController()
  const { signal } = ending
  const owner = heartbeat.id
  const shared = {
    ...parts,
    owner,
    publish,
    watch: createWatch({ market, sizing }),
    saver: createSaver({ db, owner, reporter: parts.reporter, publish }),
    floor: parts.realFunds ? createExitFloor(market) : null,
  }
  const corrections = createCorrections(shared)
  const runner = createRunner({ ...shared, corrections, orders: { ...parts, signal }, signal })
  const [sweepLines, sweepRecords] = [createLinesSweep(db), createRecordsSweep(db)]
  let correcting: Promise<void> = Promise.resolve()
  const lifecycle: Lifecycle = {
    run() {
      correcting = corrections.run(runner.correct, signal)
      return runner.wake()
    },
    async sweep() {
      await sweepLines()
      await sweepRecords(clock.now())
    },
    forget: (agentId) => forgetAgent(db, agentId),
    async close() {
      ending.abort()
      await Promise.all([runner.settled(), correcting])
    },
  }
  return { lifecycle, wake: runner.wake }
}

export function createStrategies(given: StrategiesParts): Strategies {
  const { db, bus, market } = given
  const sizing = createSizing(given)
  const parts: Parts = {
    ...given,
    log: given.log.child({ part: 'strategies' }),
    sizing,
    terms: createTerms({ sizing, market }),
    async wake(row) {
      announce(bus, row)
      await engine.wake(row.id)
    },
  }
  const { publish, ...lines } = createLines(db, bus)
  const figures = createFigures({ market, sizing })
  const engine = createEngine(parts, publish)
  // Another server may run it: it is woken through the bus, and polls every second anyway.
  bus.subscribe('strategy.changed', ({ strategyId }) => void engine.wake(strategyId).catch(() => undefined))
  parts.wallets.changes.guardDeletion({
    needed: async ({ userId, address }, handle) =>
      (await store.usesWallet(handle, userId, address)) ? { code: 'strategy' } : null,
  })
  // Candles and intervals of strategies use real time.
  parts.marketClock.guard(store.isAnyLive)
  const books = offerBooks(parts, figures)
  registerCommitments(parts.wallets, books.portfolio)
  return {
    sizing,
    previews: offerPreviews(parts),
    starts: offerStarts(parts, figures),
    control: offerControl(parts),
    halts: createHalts(parts),
    lookups: offerLookups(parts, figures),
    books,
    lines,
    lifecycle: engine.lifecycle,
  }
}
