/** A call that changes nothing is repeated; one that may have taken effect is not. */
import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { type Address, generateKeyPairSigner } from '@solana/kit'
import { isFault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import { createRpcChain } from '../rpc.ts'

const network = await startLocalnet({ rpcPort: 0, clock: 'steered', faults: true })
const chain = createRpcChain({ url: network.rpcUrl, log: createLog('silent') })
const { address } = await generateKeyPairSigner()
afterEach(() => rpc('localnet_clearFaults'))
after(() => network.close())

async function rpc(method: string, ...params: unknown[]): Promise<void> {
  const response = await fetch(network.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { error } = (await response.json()) as { error?: unknown }
  assert.equal(error, undefined, JSON.stringify(error))
}
const strike = (method: string, kind: string, times: number) =>
  rpc('localnet_setFaults', [{ method, kind, times }])
const away = (error: unknown) => isFault(error) && error.code === 'chain_away'

for (const kind of ['fail429', 'fail500', 'garbage', 'drop'])
  test(`a read answered with ${kind} three times is answered the fourth time`, async () => {
    await strike('getBalance', kind, 3)
    assert.equal((await chain.balance(address)).lamports, 0n)
  })

test('a read that is not answered four times is given up', async () => {
  await strike('getBalance', 'fail500', 4)
  await assert.rejects(chain.balance(address), away)
})

test('what the node refuses is not asked again', async () => {
  await assert.rejects(chain.balance('not an address' as Address), away)
  await assert.rejects(
    chain.airdrop('not an address' as Address, 1n),
    (error) =>
      isFault(error, 'chain_refused') &&
      error.context.code === 'invalid_params' &&
      error.message === `The network refused the request: ${error.context.detail}` &&
      error.context.detail !== '',
  )
})

test('funds are not asked for again when the answer was lost', async () => {
  await strike('requestAirdrop', 'loseAnswer', 1)
  await assert.rejects(chain.airdrop(address, 1_000_000_000n), away)
  await rpc('localnet_advanceSlots', 3)
  assert.equal((await chain.balance(address)).lamports, 1_000_000_000n)
})
