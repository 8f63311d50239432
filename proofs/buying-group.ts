/** A group of funded wallets whose bot is configured to buy only, at one interval. */
import assert from 'node:assert/strict'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { saveBotParameters } from '@purser/contract/trading-bots/trading-bots.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { Call } from '../server/src/test/client.ts'
import { readBalances, makeWallets, type Purse, SOL } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { until } from '../server/src/test/until.ts'

const BONK = KNOWN_TOKENS.find((t) => t.symbol === 'BONK')?.mint ?? ''
export const EACH_HAS = 2n * SOL

type Asked = { token: string; count: number; interval: number }

/** `wanted`: the body of its start. */
export async function makeBuyingGroup(
  call: Call,
  rpc: Rpc,
  { token, count, interval }: Asked,
): Promise<{ wallets: Purse[]; groupId: number; wanted: { groupId: number; mintAddress: string } }> {
  const wallets = await makeWallets(call, token, count)
  const addresses = wallets.map(({ address }) => address)
  // JSON has no bigint; the network reads whole lamports.
  await Promise.all(addresses.map((address) => rpc('requestAirdrop', address, Number(EACH_HAS))))
  await until('all are funded', async () =>
    (await readBalances(rpc, addresses)).every((has) => has === EACH_HAS),
  )
  const { id: groupId } = (await call(createGroup, { token, body: { name: 'Desk' } })).ok
  const walletIds = wallets.map(({ id }) => id)
  await call(addToGroup, { token, params: { id: groupId }, body: { walletIds } })
  const body = {
    groupId,
    mint_address: BONK,
    retail_buy_probability: 1,
    retail_interval_min: interval,
    retail_interval_max: interval,
  }
  assert.equal((await call(saveBotParameters, { token, body })).status, 200)
  return { wallets, groupId, wanted: { groupId, mintAddress: BONK } }
}
