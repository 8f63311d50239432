/**
 * The kill switch. One transaction requests the stop of every strategy and of what domains to the right have registered
 * (trading bots), switches automatic top-up off, cancels operations that nothing was signed for and refuses those still being planned. What is signed is finished: a transfer stopped half
 * way would be worse. A crash before the commit has stopped nothing; after it the next start completes it. Idempotent.
 */
import type { StopAllAnswer, Stoppable, StoppedStrategy } from '@purser/contract/stop-all.ts'
import { type Db, isDeadlock } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { RowStatus, Strategies } from '../strategies/index.ts'
import type { TopUps } from '../top-ups/index.ts'
import type { Transfers } from '../transfers/index.ts'
import * as store from './agents.store.ts'

export type StopAllParts = {
  db: Db
  bus: Bus
  strategies: Strategies
  topUps: TopUps
  transfers: Transfers
}

/** Trading bots, as the domain to the right that has them registers them. */
export type StoppableBots = {
  /** Those that are not inactive. */
  running(userId: number): Promise<number>
  /** In the caller's transaction: from its commit on none begins anything. Returns the ids of all that ran. */
  haltAll(tx: Db, userId: number): Promise<string[]>
  /** Waits until they are inactive, at most as long as a trade in flight is waited for. Returns how many still stop. */
  settle(userId: number, ids: string[]): Promise<number>
}

/** Trades are told of by the strategies and bots that are stopped; the faucet only pays in. */
const LEFT_ALONE = ['trade', 'faucet']
const CANCELLED = 'Not sent: everything was stopped first.'
const CANCELLATION = { except: LEFT_ALONE, reason: CANCELLED }
const TRIES = 3

type Row = Awaited<ReturnType<Strategies['halts']['live']>>[number]
const moving = ({ id, type }: { id: string; type: string }) => ({ id, type })
const count = (n: number, what: string) => `${n} ${n === 1 ? what : what.replace(/y$/, 'ie').concat('s')}`

export function createStopAll({ db, bus, strategies, topUps, transfers }: StopAllParts) {
  const bots: StoppableBots[] = []

  async function named(
    userId: number,
    rows: Row[],
    now?: Map<string, RowStatus>,
  ): Promise<StoppedStrategy[]> {
    const names = new Map((await store.listAgents(db, userId)).map((agent) => [agent.id, agent.name]))
    return rows.map((row) => ({
      agent_id: row.agentId,
      agent_name: names.get(row.agentId) ?? null,
      strategy_id: row.id,
      goal: row.plan.goal,
      status: now?.get(row.id) ?? row.status,
      sells: row.plan.on_stop === 'sell' || row.closing,
    }))
  }

  const write = (userId: number) =>
    db.transaction(async (tx) => {
      const operations = await transfers.submit.cancelWaiting(tx, userId, CANCELLATION)
      const halted = await strategies.halts.haltAll(tx, userId)
      const switchedOff = await topUps.switchOff(tx, userId)
      const botsHalted: string[][] = []
      for (const these of bots) botsHalted.push(await these.haltAll(tx, userId))
      return { halted, switchedOff, operations, botsHalted }
    })

  /** Steps being saved may lock the same rows in another order: the database then aborts one of the two. */
  async function written(userId: number): ReturnType<typeof write> {
    for (let left = TRIES; ; left--) {
      try {
        return await write(userId)
      } catch (error) {
        if (!isDeadlock(error) || left <= 1) throw error
      }
    }
  }

  return {
    /** Stopped together with everything else. */
    alsoStops: (these: StoppableBots): void => void bots.push(these),

    /** What stopAll would stop and what it would leave. */
    async stoppable(userId: number): Promise<Stoppable> {
      const open = await transfers.lookups.listOpen(userId, LEFT_ALONE)
      return {
        strategies: await named(userId, await strategies.halts.live(userId)),
        top_ups: await topUps.isOn(userId),
        trading_bots: sum(await Promise.all(bots.map((these) => these.running(userId)))),
        transfers_waiting: open.waiting.map(moving),
        transfers_under_way: open.underWay.map(moving),
      }
    },

    /** Once it returns no order is placed any more, except the sale on stop of strategies still 'stopping'. */
    async stopAll(userId: number): Promise<StopAllAnswer> {
      const { halted, switchedOff, operations, botsHalted } = await written(userId)
      transfers.submit.publishCancelled([...operations.waiting, ...operations.trades])
      bus.publish('everything.stopped', { userId })
      const [now, ...botsStopping] = await Promise.all([
        strategies.halts.settle(userId, halted),
        ...bots.map((these, i) => these.settle(userId, botsHalted[i] ?? [])),
      ])
      const all = await named(userId, halted, now)
      const stopping = all.filter((strategy) => strategy.status === 'stopping').length
      const answer = {
        success: true as const,
        stopped: all.length - stopping,
        stopping,
        strategies: all,
        top_ups_switched_off: switchedOff,
        trading_bots_stopped: sum(botsHalted.map((ids) => ids.length)),
        transfers_cancelled: operations.waiting.map(moving),
        transfers_left: operations.underWay.map(moving),
      }
      return { ...answer, message: summary(answer, sum(botsStopping)) }
    },
  }
}

const sum = (numbers: number[]): number => numbers.reduce((all, n) => all + n, 0)

/** `botsStopping`: those of the trading bots that have a trade in flight. */
function summary(answer: Omit<StopAllAnswer, 'message'>, botsStopping: number): string {
  const { stopped, stopping, top_ups_switched_off: off, transfers_cancelled, transfers_left } = answer
  const botsStopped = answer.trading_bots_stopped - botsStopping
  const sentences = [
    stopped > 0 ? `${count(stopped, 'strategy')} stopped.` : '',
    stopping > 0
      ? `${count(stopping, 'strategy')} ${stopping === 1 ? 'stops' : 'stop'} as soon as the outcome of an order in flight is known; no new orders are placed.`
      : '',
    botsStopped > 0 ? `${count(botsStopped, 'trading bot')} stopped.` : '',
    botsStopping > 0
      ? `${count(botsStopping, 'trading bot')} ${botsStopping === 1 ? 'stops' : 'stop'} as soon as the outcome of a trade in flight is known; no new trades are placed.`
      : '',
    off ? 'Automatic top-up is switched off.' : '',
    transfers_cancelled.length > 0
      ? `${count(transfers_cancelled.length, 'operation')} that had not started ${transfers_cancelled.length === 1 ? 'is' : 'are'} cancelled.`
      : '',
    transfers_left.length > 0
      ? `${count(transfers_left.length, 'operation')} already being sent ${transfers_left.length === 1 ? 'is' : 'are'} carried through to ${transfers_left.length === 1 ? 'its' : 'their'} end.`
      : '',
  ].filter(Boolean)
  return sentences.length > 0 ? sentences.join(' ') : 'Nothing was running.'
}
