// On PostgreSQL as well.
/** Distributions and gathers of tokens of both programs, read back by an independent client. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getOperation } from '@purser/contract/activity.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { distributeToken, gatherToken } from '@purser/contract/distributions/token-distributions.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner } from '@solana/kit'
import {
  getAccount,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
  TokenAccountNotFoundError,
} from '@solana/spl-token'
import { Connection, PublicKey } from '@solana/web3.js'
import { startTestDesk, until } from '../server/src/test/harness.ts'
import { createIssuer } from '../server/src/test/mints.ts'
import { fund, makeWallets, SOL } from '../server/src/test/money.ts'
import { fundTokens } from '../server/src/test/tokens.ts'

const desk = await startTestDesk({ network: 'steered' })
const { call, chain } = desk
await chain('localnet_setSlotTime', 20)
const connection = new Connection(desk.rpcUrl, { commitment: 'confirmed', wsEndpoint: 'ws://127.0.0.1:9' })
const issuer = await createIssuer(chain)
const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK')?.mint ?? ''

for (const [name, program, make] of [
  [
    'Token',
    TOKEN_PROGRAM_ID,
    async (owner: string) => {
      await fundTokens(chain, owner, BONK, 1_234_567n)
      return BONK
    },
  ],
  [
    'Token-2022',
    TOKEN_2022_PROGRAM_ID,
    async (owner: string) => {
      const mint = await issuer.createMint([], 5)
      await issuer.mintTo(owner, mint, 1_234_567n)
      return mint
    },
  ],
] as const)
  void test(`every balance of a token of ${name} is read back to the base unit, there and back`, async () => {
    const { token } = await desk.signUp()
    const [source, ...others] = await makeWallets(call, token, 13)
    assert.ok(source)
    await fund(chain, source.address, SOL)
    const mint = await make(source.address)
    /** null: there is no such account. */
    const read = async (owner: string): Promise<bigint | null> => {
      const address = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(owner), true, program)
      try {
        const account = await getAccount(connection, address, 'confirmed', program)
        assert.equal(account.owner.toBase58(), owner)
        assert.equal(account.mint.toBase58(), mint)
        return account.amount
      } catch (error) {
        if (error instanceof TokenAccountNotFoundError) return null
        throw error
      }
    }
    const all = () => Promise.all([source, ...others].map(({ address }) => read(address)))
    const over = (id = '') =>
      until('it is completed', async () => {
        const { ok } = await call(getOperation, { token, params: { id } })
        return ok.status === 'completed'
      })
    const addresses = others.map(({ address }) => address)
    const give = {
      token_address: mint,
      source_wallet: source.address,
      target_wallets: addresses,
      custom_amount: Object.fromEntries(addresses.map((address, i) => [address, `0.${10_001 + i}`])),
    }
    await over((await call(distributeToken, { token, body: give })).ok.task_id)
    const paid = others.map((_, i) => 10_001n + BigInt(i))
    const left = 1_234_567n - paid.reduce((sum, units) => sum + units, 0n)
    assert.deepEqual(await all(), [left, ...paid])
    const take = { token_address: mint, target_wallet: source.address, source_wallets: addresses }
    await over((await call(gatherToken, { token, body: { ...take, close_accounts: true } })).ok.task_id)
    assert.deepEqual(await all(), [1_234_567n, ...others.map(() => null)])
    const somebody = (await generateKeyPairSigner()).address
    const pay = { to: somebody, mint, amount: '3.45678' }
    await over((await call(send, { token, params: { id: source.id }, body: pay })).ok.operation?.id)
    assert.deepEqual([await read(source.address), await read(somebody)], [888_889n, 345_678n])
  })
