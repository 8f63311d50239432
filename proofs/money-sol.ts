/** SOL as the money of the proofs. */
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { assertExact, look, units } from '../server/src/test/money-audit.ts'
import { fund, readBalances, SOL } from '../server/src/test/money.ts'
import type { Before, Money } from './money-kind.ts'
import { signedTransfer } from './signed-transfer.ts'

/** The amount that a gather leaves in each wallet, and the least that a new account must hold. */
const KEPT = 890_000n
const NOBODY = '1nc1nerator11111111111111111111111111111111'

function most(before: Before, { transfers }: OperationDetail): Before {
  const due = new Map(before)
  for (const { destination, amount } of transfers)
    due.set(destination, (due.get(destination) ?? 0n) + units(amount))
  return due
}

export const solMoney: Money = {
  name: 'sol',
  fill: (rpc, hub) => fund(rpc, hub.address, 10_000n * SOL),
  async ask(call, token, { way, hub, others, key, amounts }) {
    const answer =
      way === 'distribute'
        ? await call(distributeSol, {
            token,
            key,
            body: {
              sourceWalletId: hub.id,
              destinations: others.map((w, i) => ({
                walletId: w.id,
                amount: amounts?.[i] ?? `0.0${String(10_000 + i)}`,
              })),
            },
          })
        : await call(gatherSol, {
            token,
            key,
            body: { destinationWalletId: hub.id, sources: others.map((w) => w.id), gatherAll: true },
          })
    const { status, text } = answer
    return { status, text, id: status === 200 ? answer.ok.operationId : undefined }
  },
  toType: (way) => way,
  look,
  assertExact: (rpc, { wallets, before, operation, payer }) =>
    assertExact(rpc, wallets, before, operation, payer),
  most: ({ before, operation }) => most(before, operation),
  paidAt: async ({ address }) => address,
  chunks: (way, n) => Math.ceil(n / (way === 'distribute' ? 61 : 11)),
  leftIn: (before, { address }) => (before.get(address) ?? 0n) - KEPT,
  victim: {
    paidBefore: false,
    chunks: (n) => Math.ceil(n / 61),
    // Less than the rent, which is enough for an existing account.
    amounts: (count, victim) => Array.from({ length: count }, (_, i) => (i === victim ? '0.0001' : '0.01')),
    async prepare(rpc, way, { address }) {
      if (way === 'distribute') await fund(rpc, address, KEPT)
    },
    spoil: (rpc, key) => signedTransfer(rpc, { key, to: NOBODY }),
    isSpoilt: async (rpc, { address }) => (await readBalances(rpc, [address]))[0] === 0n,
    spoilt: (before, { address }) => void before.set(address, 0n),
    errors: { distribute: /rent/i, gather: /custom program error|insufficient/i },
  },
}
