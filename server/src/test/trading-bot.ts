/** A group with a trading bot on a desk, for tests of the bot. */
import assert from 'node:assert/strict'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import {
  type BotTrade,
  listBotTrades,
  listBotWallets,
} from '@purser/contract/trading-bots/trading-bot-trades.ts'
import * as api from '@purser/contract/trading-bots/trading-bots.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { TestDesk } from './harness.ts'
import { fund, makeWallets, type Purse, SOL } from './money.ts'
import { until } from './until.ts'

export const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
export const MINUTE = 60_000

/** Every turn is a purchase, once in ten minutes. */
export const BUYER = {
  mint_address: BONK,
  whale_buy_probability: 1,
  retail_buy_probability: 1,
  whale_interval_min: 600,
  whale_interval_max: 600,
  retail_interval_min: 600,
  retail_interval_max: 600,
} as const

type Settings = Partial<Omit<api.BotParametersChange, 'groupId'>>

export function createBots(desk: Pick<TestDesk, 'call' | 'chain' | 'signUp'>) {
  const { call, chain } = desk

  /** A user with a group of funded wallets, and the calls for its bot. */
  async function group(funds: bigint[], settings: Settings = {}, given?: string) {
    const token = given ?? (await desk.signUp()).token
    const wallets: Purse[] = funds.length > 0 ? await makeWallets(call, token, funds.length) : []
    for (const [i, wallet] of wallets.entries())
      if ((funds[i] ?? 0n) > 0n) await fund(chain, wallet.address, funds[i] ?? 0n)
    const { id: groupId } = (await call(createGroup, { token, body: { name: 'Desk' } })).ok
    const walletIds = wallets.map(({ id }) => id)
    if (walletIds.length > 0) await call(addToGroup, { token, params: { id: groupId }, body: { walletIds } })
    const save = (change: Settings = {}) =>
      call(api.saveBotParameters, { token, body: { groupId, ...BUYER, ...settings, ...change } })
    const start = (change: object = {}, key?: string) =>
      call(api.startBot, {
        token,
        body: { groupId, mintAddress: settings.mint_address ?? BONK, ...change },
        ...(key ? { key } : {}),
      })
    const bot = async () => {
      const [found] = (await call(api.getBotStatus, { token, query: { groupId } })).ok.bots
      assert.ok(found)
      return found
    }
    return {
      token,
      groupId,
      wallets,
      save,
      start,
      bot,
      async stop(change: object = {}, key?: string) {
        const body = { botId: (await bot()).id, groupId, ...change }
        return call(api.stopBot, { token, body, ...(key ? { key } : {}) })
      },
      /** Saved, started and active, with every first turn drawn. */
      async run() {
        assert.equal((await save()).status, 200)
        const started = await start()
        assert.equal(started.status, 200, started.text)
        await until('its first turns are drawn', async () => {
          const list = await this.effects()
          return list.length === wallets.length && list.every((one) => one.next_trade_at !== null)
        })
      },
      trades: async (): Promise<BotTrade[]> =>
        (await call(listBotTrades, { token, query: { groupId, limit: 500 } })).ok.trades,
      effects: async () => (await call(listBotWallets, { token, query: { groupId, limit: 500 } })).ok.wallets,
      /** All trades so far have ended. */
      async settled(atLeast = 0): Promise<BotTrade[]> {
        let trades: BotTrade[] = []
        await until(`${atLeast} trades have ended`, async () => {
          trades = await this.trades()
          return trades.length >= atLeast && trades.every(({ status }) => status !== 'placed')
        })
        return trades
      },
    }
  }
  return { group, SOL }
}
