/**
 * A token as the money of the proofs: each wallet's SOL, its units and the rent of its token account are all counted.
 */
import assert from 'node:assert/strict'
import { parseUnits } from '@purser/contract/money.ts'
import { distributeToken, gatherToken } from '@purser/contract/distributions/token-distributions.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { getBurnCheckedInstruction, getCloseAccountInstruction } from '@solana-program/token'
import {
  type Address,
  createKeyPairSignerFromBytes,
  generateKeyPairSigner,
  getBase58Encoder,
} from '@solana/kit'
import { units } from '../server/src/test/money-audit.ts'
import { fund, readBalances, type Purse, SOL } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { fundTokens, deriveTokenAccount, readTokens } from '../server/src/test/tokens.ts'
import type { Before, Books, Money, Way } from './money-kind.ts'
import { signedInstructions } from './signed-transfer.ts'

const BONK = KNOWN_TOKENS.find(({ symbol }) => symbol === 'BONK') ?? assert.fail('there is such a token')
const mint = BONK.mint
const ACCOUNT_BYTES = 165

const tokensAt = (address: string) => `${address} tokens`
const rentAt = (address: string) => `${address} rent`
const toUnits = (amount: number | string) => parseUnits(amount, BONK.decimals)
const closes = (others: Purse[]) => others.length % 2 === 0

async function look(rpc: Rpc, wallets: Purse[]): Promise<Before> {
  const addresses = wallets.map(({ address }) => address)
  const accounts = await Promise.all(addresses.map((address) => deriveTokenAccount(address, { mint })))
  const [lamports, rents, units] = await Promise.all([
    readBalances(rpc, addresses),
    readBalances(rpc, accounts),
    readTokens(rpc, addresses, { mint }),
  ])
  return new Map(
    addresses.flatMap((address, i): [string, bigint][] => [
      [address, lamports[i] ?? 0n],
      [tokensAt(address), units[i] ?? 0n],
      [rentAt(address), rents[i] ?? 0n],
    ]),
  )
}

async function assertExact(rpc: Rpc, { wallets, before, operation, payer }: Books): Promise<void> {
  const rent = BigInt(await rpc<number>('getMinimumBalanceForRentExemption', ACCOUNT_BYTES))
  const expected = new Map(before)
  const add = (key: string, amount: bigint) => expected.set(key, (expected.get(key) ?? 0n) + amount)
  const [paid, gave] = [new Set<string>(), new Set<string>()]
  for (const { status, source, destination, amount } of operation.transfers) {
    assert.ok(['confirmed', 'failed'].includes(status), `a transfer was left ${status}`)
    if (status !== 'confirmed') continue
    add(tokensAt(source), -toUnits(amount))
    add(tokensAt(destination), toUnits(amount))
    paid.add(destination)
    gave.add(source)
  }
  add(payer, -units(operation.summary.fees))
  const after = await look(rpc, wallets)
  for (const { address } of wallets) {
    const [then, now] = [before.get(rentAt(address)) ?? 0n, after.get(rentAt(address)) ?? 0n]
    const what = `the token account of ${address} in operation ${operation.id}`
    if (paid.has(address)) assert.equal(now, then === 0n ? rent : then, `${what} is open`)
    else if (now !== then)
      assert.ok(now === 0n && gave.has(address), `${what} was closed by its own transfer`)
    // The payer of the fees pays for opened accounts, and gets the rent of closed ones.
    add(payer, then - now)
    expected.set(rentAt(address), now)
  }
  for (const [key, amount] of after) assert.equal(amount, expected.get(key), `${key} of ${operation.id}`)
}

export const tokenMoney: Money = {
  name: 'token',
  async fill(rpc, hub) {
    await fund(rpc, hub.address, 100n * SOL)
    await fundTokens(rpc, hub.address, mint, 10n ** 15n)
  },
  async ask(call, token, { way, hub, others, key, amounts }) {
    const addresses = others.map(({ address }) => address)
    const answer =
      way === 'distribute'
        ? await call(distributeToken, {
            token,
            key,
            body: {
              token_address: mint,
              source_wallet: hub.address,
              target_wallets: addresses,
              custom_amount: Object.fromEntries(
                addresses.map((address, i) => [address, amounts?.[i] ?? `1.${String(10_000 + i)}`]),
              ),
            },
          })
        : await call(gatherToken, {
            token,
            key,
            body: {
              token_address: mint,
              target_wallet: hub.address,
              source_wallets: addresses,
              close_accounts: closes(others),
            },
          })
    const { status, text } = answer
    return { status, text, id: status === 200 ? answer.ok.task_id : undefined }
  },
  toType: (way: Way) => `token-${way}`,
  look,
  assertExact,
  most({ before, operation }) {
    const due = new Map<string, bigint>()
    for (const { destination, amount } of operation.transfers) {
      const key = tokensAt(destination)
      due.set(key, (due.get(key) ?? before.get(key) ?? 0n) + toUnits(amount))
    }
    return due
  },
  paidAt: ({ address }) => deriveTokenAccount(address, { mint }),
  chunks: (way, n) => Math.ceil(n / (way === 'distribute' ? 10 : 11)),
  leftIn: (before, { address }) => before.get(tokensAt(address)) ?? 0n,
  victim: {
    // Its account and those of the others exist at the time of the plan, so that nothing opens it.
    paidBefore: true,
    chunks: (n) => Math.ceil(n / 59),
    amounts: () => undefined,
    prepare: async () => undefined,
    async spoil(rpc, key, { address }) {
      const owner = await createKeyPairSignerFromBytes(getBase58Encoder().encode(key))
      const feePayer = await generateKeyPairSigner()
      await fund(rpc, feePayer.address, SOL)
      const account = (await deriveTokenAccount(address, { mint })) as Address
      const [amount] = await readTokens(rpc, [address], { mint })
      return signedInstructions(rpc, feePayer, [
        getBurnCheckedInstruction({
          account,
          mint: mint as Address,
          authority: owner,
          amount: amount ?? 0n,
          decimals: BONK.decimals,
        }),
        getCloseAccountInstruction({ account, destination: feePayer.address, owner }),
      ])
    },
    isSpoilt: async (rpc, { address }) => (await readTokens(rpc, [address], { mint }))[0] === null,
    spoilt(before, { address }) {
      before.set(tokensAt(address), 0n)
      before.set(rentAt(address), 0n)
    },
    errors: { distribute: /invalid account|account/i, gather: /invalid account|account/i },
  },
}
