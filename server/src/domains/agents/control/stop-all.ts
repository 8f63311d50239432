/**
 * The kill switch. One transaction requests the stop of every strategy and of what domains to the right have registered
 * (trading bots), switches automatic top-up off, cancels operations that nothing was signed for and refuses those still
 * being planned. What is signed is finished: a transfer stopped half way would be worse. A crash before the commit has
 * stopped nothing; after it the next start completes it. Idempotent.
 */
import type { StopAllAnswer, Stoppable, StoppedStrategy } from '@purser/contract/strategies/stop-all.ts'
import { isDeadlock } from '../../../db/client.ts'
import type { RowStatus, Strategies } from '../../strategies/index.ts'
import type { KillSwitch, StoppableBots } from '../agents.ts'
import { listAgents } from '../agents.store.ts'
import type { AgentsParts } from '../parts.ts'

/** Trades are reported by the strategies and bots that are stopped; the faucet only pays in. */
const LEFT_ALONE = ['trade', 'faucet']
const CANCELLED = 'Not sent: everything was stopped first.'
const CANCELLATION = { except: LEFT_ALONE, reason: CANCELLED }
const TRIES = 3

type Row = Awaited<ReturnType<Strategies['halts']['live']>>[number]
const moving = ({ id, type }: { id: string; type: string }) => ({ id, type })
const count = (n: number, what: string) => `${n} ${n === 1 ? what : what.replace(/y$/, 'ie').concat('s')}`

export function createKillSwitch(parts: AgentsParts): KillSwitch {
  const bots: StoppableBots[] = []
  return {
    register: (these) => void bots.push(these),
    listStoppable: (userId) => listStoppable(parts, bots, userId),
    stopAll: (userId) => stopAll(parts, bots, userId),
  }
}

async function describeStrategies(
  { db }: AgentsParts,
  userId: number,
  rows: Row[],
  now?: Map<string, RowStatus>,
): Promise<StoppedStrategy[]> {
  const names = new Map((await listAgents(db, userId)).map((agent) => [agent.id, agent.name]))
  return rows.map((row) => ({
    agent_id: row.agentId,
    agent_name: names.get(row.agentId) ?? null,
    strategy_id: row.id,
    goal: row.plan.goal,
    status: now?.get(row.id) ?? row.status,
    sells: row.plan.on_stop === 'sell' || row.closing,
  }))
}

const writeStop = (
  { db, strategies, topUps, transfers }: AgentsParts,
  bots: StoppableBots[],
  userId: number,
) =>
  db.transaction(async (tx) => {
    const operations = await transfers.submit.cancelWaiting(tx, userId, CANCELLATION)
    const halted = await strategies.halts.haltAll(tx, userId)
    const switchedOff = await topUps.switchOff(tx, userId)
    const botsHalted: string[][] = []
    for (const these of bots) botsHalted.push(await these.haltAll(tx, userId))
    return { halted, switchedOff, operations, botsHalted }
  })

/** Steps being saved may lock the same rows in another order: the database then aborts one of the two. */
async function writeStopInTries(...stop: Parameters<typeof writeStop>): ReturnType<typeof writeStop> {
  for (let tries = 1; ; tries++) {
    try {
      return await writeStop(...stop)
    } catch (error) {
      if (!isDeadlock(error) || tries >= TRIES) throw error
    }
  }
}

async function listStoppable(parts: AgentsParts, bots: StoppableBots[], userId: number): Promise<Stoppable> {
  const { strategies, topUps, transfers } = parts
  const open = await transfers.lookups.listOpen(userId, LEFT_ALONE)
  return {
    strategies: await describeStrategies(parts, userId, await strategies.halts.live(userId)),
    top_ups: await topUps.isOn(userId),
    trading_bots: sum(await Promise.all(bots.map((these) => these.running(userId)))),
    transfers_waiting: open.waiting.map(moving),
    transfers_under_way: open.underWay.map(moving),
  }
}

async function stopAll(parts: AgentsParts, bots: StoppableBots[], userId: number): Promise<StopAllAnswer> {
  const { bus, strategies, transfers } = parts
  const { halted, switchedOff, operations, botsHalted } = await writeStopInTries(parts, bots, userId)
  transfers.submit.publishCancelled([...operations.waiting, ...operations.trades])
  bus.publish('everything.stopped', { userId })
  const [now, ...botsStopping] = await Promise.all([
    strategies.halts.settle(userId, halted),
    ...bots.map((these, i) => these.settle(userId, botsHalted[i] ?? [])),
  ])
  const all = await describeStrategies(parts, userId, halted, now)
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
