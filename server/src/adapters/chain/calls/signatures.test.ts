import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { getTransferSolInstruction } from '@solana-program/system'
import { generateKeyPairSigner, lamports, type Signature } from '@solana/kit'
import { compile } from '../../../kernel/solana/compile.ts'
import { solBudget } from '../../../domains/distributions/sol-packing.ts'
import { createLog } from '../../../kernel/log.ts'
import { until } from '../../../test/until.ts'
import { createRpcChain } from '../rpc.ts'

const network = await startLocalnet({ rpcPort: 0 })
const chain = createRpcChain({ url: network.rpcUrl, log: createLog('silent') })
after(() => network.close())

test('the history of an address is listed in pages, newest first, with the memos and who paid', async () => {
  const [payer, to] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
  await chain.airdrop(payer.address, 1_000_000_000n)
  await until('it is funded', async () => (await chain.balance(payer.address)).lamports > 0n)
  const sent: string[] = []
  for (const id of ['one', 'two', 'three']) {
    const wrapping = { operationId: id, format: 0 as const, budget: solBudget(1, 0n) }
    const instructions = [
      getTransferSolInstruction({ source: payer, destination: to.address, amount: lamports(1_000_000n) }),
    ]
    const built = { feePayer: payer, instructions }
    const { bytes, signature } = await compile(built, wrapping, await chain.latestBlockhash()).sign()
    assert.deepEqual(await chain.send(bytes), { outcome: 'accepted' })
    const seen = async () => (await chain.listSignatures(to.address)).some((e) => e.signature === signature)
    await until('it is listed', seen)
    sent.unshift(signature)
    assert.deepEqual((await chain.signedTransaction(signature))?.bytes, bytes)
  }
  const all = await chain.listSignatures(to.address)
  assert.deepEqual(
    all.map((entry) => entry.signature),
    sent,
  )
  assert.match(all[0]?.memo ?? '', /\] purser:three$/)
  const [newest, middle, oldest] = sent
  const page = await chain.listSignatures(to.address, { before: newest as Signature, limit: 1 })
  assert.deepEqual(
    page.map((entry) => entry.signature),
    [middle],
  )
  assert.equal((await chain.listSignatures(to.address, { until: oldest as Signature })).length, 2)
  assert.deepEqual(await chain.listSignatures(to.address, { until: newest as Signature }), [])
  const found = await chain.signedTransaction(all[0]?.signature as never)
  assert.equal(found?.feePayer, payer.address)
  assert.equal(found.slot, all[0]?.slot)
})
