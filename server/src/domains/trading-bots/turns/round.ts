/** One round: draws turns, and takes those that are due, as many as the limit of trades in flight allows. */
import type { BotNotice } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Transfers } from '../../transfers/index.ts'
import { toNotice } from './conditions.ts'
import { CALM, type Change, firstTurn, reactionTo, getTerms } from './draw.ts'
import type { ReadHoldings } from '../holdings.ts'
import { measureCapacity } from './trading-capacity.ts'
import { getCurrency, parseThreshold } from '../parameters.ts'
import type { BotRow, TradeRow } from '../rows.ts'
import type { Pairs } from '../token.ts'
import { decideTrade, drawTurn, type DrawnTurn, type TurnParts } from './turn.ts'
import {
  type DueWallet,
  listDue,
  listLate,
  type NextTurn,
  passTurns,
  postpone,
  saveNextTurns,
} from './turns.store.ts'

export type RoundParts = TurnParts & {
  transfers: Transfers
  pairs: Pairs
  holdings: ReadHoldings
  changes: (mint: string) => Promise<Change>
  log: Log
  /** Called with each decision that is written. */
  decided: (bot: BotRow, trade: TradeRow) => void
  /** Called with the reason why it waits (null: it goes on), if that has changed. */
  notice: (bot: BotRow, notice: BotNotice | null) => Promise<void>
}

const WALLETS_PER_ROUND = 100

type Round = {
  bots: Map<string, BotRow>
  condition: (bot: BotRow) => Promise<BotNotice | null>
  /** How many more trades may be in flight. */
  room: () => number
}

/** Returns whether there may be more to do at once. */
export async function takeTurns(parts: RoundParts, { bots, condition, room }: Round): Promise<boolean> {
  const now = new Date(parts.marketClock.practiceTime())
  const due = await listDue(parts.db, { owner: parts.owner, now, limit: WALLETS_PER_ROUND })
  let more = due.length === WALLETS_PER_ROUND
  for (const [botId, wallets] of Map.groupBy(due, (wallet) => wallet.botId)) {
    const bot = bots.get(botId)
    if (!bot) continue
    // An error of one bot does not keep the others from their turns.
    const goesOn = await ofBot(parts, bot, wallets, { condition, room }).catch((error: unknown) => {
      parts.log.error({ bot: bot.id, ...describe(error) }, 'turns of a trading bot could not be taken')
      return false
    })
    more &&= goesOn
  }
  return more && room() > 0
}

/** False: it waits. */
async function ofBot(
  parts: RoundParts,
  bot: BotRow,
  wallets: DueWallet[],
  { condition, room }: Omit<Round, 'bots'>,
): Promise<boolean> {
  const found = await condition(bot)
  if (found !== null) {
    await parts.notice(bot, found)
    return false
  }
  try {
    const first = wallets.filter(({ dueAt }) => dueAt === null)
    if (first.length > 0) await drawFirst(parts, bot, first)
    const ready = wallets.filter(({ dueAt }) => dueAt !== null)
    if (ready.length > 0 && room() > 0) await takeAll(parts, bot, ready, room)
    return true
  } catch (error) {
    const notice = toNotice(error)
    if (notice === undefined) throw error
    await parts.notice(bot, notice)
    return false
  }
}

const toDraw = (bot: BotRow, wallet: DueWallet, parts: RoundParts, of: NextTurn['class']): NextTurn => ({
  walletId: wallet.walletId,
  class: of,
  dueAt: new Date(
    firstTurn(getTerms(bot.parameters, of), {
      now: parts.marketClock.practiceTime(),
      lastTurnAt: wallet.lastTurnAt?.getTime() ?? null,
      chances: [parts.chance(), parts.chance()],
    }),
  ),
})

/** It waited and goes on: turns that fell due meanwhile are drawn anew, so that nothing comes in a burst. */
export async function goOn(parts: RoundParts, bot: BotRow): Promise<void> {
  const now = new Date(parts.marketClock.practiceTime())
  for (;;) {
    const late = await listLate(parts.db, {
      owner: parts.owner,
      botId: bot.id,
      now,
      limit: WALLETS_PER_ROUND,
    })
    const turns = late.map((wallet) => toDraw(bot, wallet, parts, wallet.class ?? 'retail'))
    await postpone(parts.db, parts.owner, bot.id, now, turns)
    if (late.length < WALLETS_PER_ROUND) break
  }
  await parts.notice(bot, null)
}

async function readCapacity(parts: RoundParts, { parameters }: BotRow, wallets: DueWallet[]) {
  const currency = getCurrency(parameters)
  const pair = await parts.pairs(parameters.mint_address, currency)
  const { held, rents } = await parts.holdings(
    pair,
    wallets.map(({ address }) => address),
  )
  const threshold = parseThreshold(parameters)
  return held.map((holds) => measureCapacity(holds, rents, currency, threshold))
}

/** Wallets that have just joined, all of them at a start, and those whose turn lies too far ahead. */
async function drawFirst(parts: RoundParts, bot: BotRow, wallets: DueWallet[]): Promise<void> {
  const capacities = await readCapacity(parts, bot, wallets)
  const turns = wallets.map((wallet, i) => toDraw(bot, wallet, parts, capacities[i]?.class ?? 'retail'))
  await saveNextTurns(parts.db, parts.owner, bot.id, turns)
}

async function takeAll(
  parts: RoundParts,
  bot: BotRow,
  wallets: DueWallet[],
  room: () => number,
): Promise<void> {
  const capacities = await readCapacity(parts, bot, wallets)
  const { use_advanced_settings: advanced, mint_address: mint } = bot.parameters
  const flow = advanced ? reactionTo(bot.parameters, await parts.changes(mint)) : CALM
  const passed: (DrawnTurn & { wallet: DueWallet })[] = []
  try {
    for (const [i, wallet] of wallets.entries()) {
      const has = capacities[i]
      // Nothing is drawn that might not be carried out: a second draw would change the odds.
      if (has === undefined || room() <= 0) break
      const at = parts.marketClock.practiceTime()
      const drawn = drawTurn(bot, wallet, { capacity: has, flow, at, chance: parts.chance })
      const decision =
        drawn.skip === null ? await decideTrade(parts, bot, wallet, drawn) : { skip: drawn.skip }
      if (decision === null) continue
      if ('skip' in decision) passed.push({ ...drawn, wallet, skip: decision.skip })
      else parts.decided(bot, decision)
    }
  } finally {
    await pass(parts, bot, passed)
  }
}

/** A wallet that holds too little because the rest is in flight counts as busy. */
async function pass(
  parts: RoundParts,
  bot: BotRow,
  turns: (DrawnTurn & { wallet: DueWallet })[],
): Promise<void> {
  const written = await Promise.all(
    turns.map(async ({ turn, skip, wallet }) => {
      const lacks = skip === 'fees' || skip === 'nothing_to_spend' || skip === 'nothing_to_sell'
      const busy = lacks && (await parts.transfers.lookups.isUnderWay(wallet.address))
      return { ...turn, skip: busy ? ('busy' as const) : (skip ?? 'too_small') }
    }),
  )
  await passTurns(parts.db, parts.owner, bot.id, written)
}
