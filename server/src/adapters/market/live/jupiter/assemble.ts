/** The answer's instructions in the order in which they are signed; compute and memo are the engine's. */
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import { AccountRole, type Address, type Instruction, isWritableRole } from '@solana/kit'
import type { BuildAnswer, RouteInstruction } from './build-answer.ts'
import { createdAccount } from '../judge/refuse-around.ts'

/** The instructions before the memo and after it. */
export type Assembled = { instructions: Instruction[]; after: Instruction[] }

const ROLES = {
  plain: [AccountRole.READONLY, AccountRole.WRITABLE],
  signer: [AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER],
} as const

const toInstruction = ({ programId, accounts, data }: RouteInstruction): Instruction => ({
  programAddress: programId,
  accounts: accounts.map(({ pubkey, isSigner, isWritable }) => ({
    address: pubkey,
    role: ROLES[isSigner ? 'signer' : 'plain'][isWritable ? 1 : 0],
  })),
  data,
})

/** `unneeded`: accounts that are not created, because they exist or the swap does not use them. */
export async function assemble(
  answer: BuildAnswer,
  taker: Address,
  unneeded: ReadonlySet<Address> = new Set(),
): Promise<Assembled> {
  const { setupInstructions, swapInstruction, cleanupInstruction, otherInstructions } = answer
  const setup: Instruction[] = []
  for (const one of setupInstructions ?? []) {
    const created = await createdAccount(one, taker)
    if (created === null || !unneeded.has(created.account)) setup.push(toInstruction(one))
  }
  return {
    instructions: [...setup, toInstruction(swapInstruction)],
    after: [...(cleanupInstruction ? [cleanupInstruction] : []), ...(otherInstructions ?? [])].map(
      toInstruction,
    ),
  }
}

/** The accounts that the setup creates for the wallet. */
export async function creations({ setupInstructions }: BuildAnswer, taker: Address): Promise<Address[]> {
  const found = await Promise.all((setupInstructions ?? []).map((one) => createdAccount(one, taker)))
  return found.flatMap((created) => (created === null ? [] : [created.account]))
}

/** All accounts that these may write, each once. */
export function writableIn(taker: Address, { instructions, after }: Assembled): Address[] {
  const written = [...instructions, ...after].flatMap(({ accounts = [] }) =>
    accounts.filter(({ role }) => isWritableRole(role)).map(({ address }) => address),
  )
  return [...new Set([taker, ...written])]
}

/** `SetComputeUnitPrice` of the compute budget program: its number, and micro-lamports as u64. */
const SET_PRICE = 3
const SET_PRICE_BYTES = 9

/** The price that the service proposes for a compute unit, in micro-lamports: a hint, however absurd. */
export function proposedPrice({ computeBudgetInstructions }: BuildAnswer): bigint {
  const prices = (computeBudgetInstructions ?? [])
    .filter(({ programId, data }) => programId === COMPUTE_BUDGET_PROGRAM_ADDRESS && data[0] === SET_PRICE)
    .filter(({ data }) => data.length === SET_PRICE_BYTES)
    .map(({ data }) => new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true))
  return prices.reduce((most, price) => (price > most ? price : most), 0n)
}
