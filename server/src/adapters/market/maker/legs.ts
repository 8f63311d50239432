/** The instructions of both legs of a swap, with the creation of associated token accounts. */
import { getTransferSolInstruction } from '@solana-program/system'
import {
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
} from '@solana-program/token'
import { type Address, createNoopSigner, type Instruction, type TransactionSigner } from '@solana/kit'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { associatedAccount } from '../../../kernel/solana/associated-account.ts'
import type { MintInfo, TokenHolding } from '../../../ports/chain-data.ts'

/** `mint` is null for native SOL. */
export type Leg = { mint: MintInfo | null; amount: bigint }

/** From the trader to the maker, who pays for its own token account if it is missing. */
export async function inputLeg(
  leg: Leg,
  trader: Address,
  maker: TransactionSigner,
  holdings: TokenHolding[],
): Promise<Instruction[]> {
  const signer = createNoopSigner(trader)
  if (leg.mint === null)
    return unsigned(trader, [
      getTransferSolInstruction({ source: signer, destination: maker.address, amount: leg.amount }),
    ])
  const { program } = leg.mint
  const destination = await tokenAccount(maker.address, leg.mint)
  const pieces = chooseSources(holdings, leg, await tokenAccount(trader, leg.mint))
  return unsigned(trader, [
    createAccount(maker, maker.address, destination, leg.mint),
    ...pieces.map(({ source, amount }) =>
      transfer(leg.mint!, { source, destination, authority: signer, amount }, program),
    ),
  ])
}

/** From the maker to the trader, who pays for the token account if it is missing. */
export async function outputLeg(leg: Leg, trader: Address, maker: TransactionSigner): Promise<Instruction[]> {
  if (leg.mint === null)
    return [getTransferSolInstruction({ source: maker, destination: trader, amount: leg.amount })]
  const { program } = leg.mint
  const destination = await tokenAccount(trader, leg.mint)
  const source = await tokenAccount(maker.address, leg.mint)
  return [
    ...unsigned(trader, [createAccount(createNoopSigner(trader), trader, destination, leg.mint)]),
    transfer(leg.mint, { source, destination, authority: maker, amount: leg.amount }, program),
  ]
}

export const tokenAccount = (owner: Address, info: MintInfo): Promise<Address> =>
  associatedAccount(owner, info)

const createAccount = (payer: TransactionSigner, owner: Address, ata: Address, { mint, program }: MintInfo) =>
  getCreateAssociatedTokenIdempotentInstruction({
    payer,
    ata,
    owner,
    mint: mint,
    tokenProgram: program,
  })

function transfer(
  { mint, decimals }: MintInfo,
  movement: { source: Address; destination: Address; authority: TransactionSigner; amount: bigint },
  programAddress: Address,
): Instruction {
  return getTransferCheckedInstruction({ ...movement, mint: mint, decimals }, { programAddress })
}

/**
 * Takes from the associated account first, then from others of the mint. If they do not suffice, the transaction fails
 * on chain.
 */
function chooseSources(holdings: TokenHolding[], leg: Leg, associated: Address) {
  const own = holdings.filter((h) => h.mint === leg.mint?.mint && h.amount > 0n)
  // Largest first: anyone can open dust accounts for another, and each source takes space in the transaction.
  own.sort(
    (a, b) =>
      Number(b.account === associated) - Number(a.account === associated) ||
      (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0),
  )
  const pieces: { source: Address; amount: bigint }[] = []
  let left = leg.amount
  for (const { account, amount } of own) {
    if (left === 0n) break
    const piece = amount < left ? amount : left
    pieces.push({ source: account, amount: piece })
    left -= piece
  }
  if (left === 0n) return pieces
  return [{ source: associated, amount: leg.amount }]
}

/** Removes the trader's signer: kit refuses two signer objects for one address, and the trader signs as fee payer. */
function unsigned(trader: Address, instructions: Instruction[]): Instruction[] {
  return instructions.map((instruction) => ({
    ...instruction,
    accounts: (instruction.accounts ?? []).map((account) =>
      account.address === trader && 'signer' in account
        ? { address: account.address, role: account.role }
        : account,
    ),
  }))
}

export const isSol = (mint: string): boolean => mint === SOL_MINT
