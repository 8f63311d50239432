/** Whether the instructions around the swap only make accounts, wrap SOL and unwrap it, for this wallet. */
import { COMPUTE_BUDGET_PROGRAM_ADDRESS } from '@solana-program/compute-budget'
import { SYSTEM_PROGRAM_ADDRESS } from '@solana-program/system'
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { UnsafeRoute } from '@purser/contract/market/unsafe-route-texts.ts'
import type { Address } from '@solana/kit'
import { associatedAccount } from '../../../../kernel/solana/associated-account.ts'
import type { BuildAnswer, RouteInstruction } from '../jupiter/build-answer.ts'
import { AROUND, TOKEN_PROGRAMS, wrappedAccount } from '../jupiter/programs.ts'

/** Instruction numbers, as in @solana-program/token, @solana-program/system and the associated token program. */
const CREATE_IDEMPOTENT = 1
const SYNC_NATIVE = 17
const CLOSE_ACCOUNT = 9
const TRANSFER_SOL = 2
const TRANSFER_SOL_BYTES = 12

const getAccounts = (instruction: RouteInstruction): (Address | undefined)[] =>
  instruction.accounts.map(({ pubkey }) => pubkey)
const isOnly = ({ data }: RouteInstruction, byte: number) => data.length === 1 && data[0] === byte

/** The account that it creates, owned and paid by the wallet; null: it is no such instruction. */
export async function createdAccount(
  given: RouteInstruction,
  taker: Address,
): Promise<{ account: Address; mint: Address } | null> {
  if (given.programId !== ASSOCIATED_TOKEN_PROGRAM_ADDRESS || !isOnly(given, CREATE_IDEMPOTENT)) return null
  const [payer, account, owner, mint, system, program] = getAccounts(given)
  if (payer !== taker || owner !== taker || system !== SYSTEM_PROGRAM_ADDRESS) return null
  if (!mint || !program || !TOKEN_PROGRAMS.includes(program)) return null
  return account === (await associatedAccount(taker, { mint, program })) ? { account, mint } : null
}

/** Lamports that it moves to the wallet's own wrapped SOL; null: it is no such instruction. */
function wrapped(given: RouteInstruction, taker: Address, wrapping: Address): bigint | null {
  const { programId, data } = given
  if (programId !== SYSTEM_PROGRAM_ADDRESS || data.length !== TRANSFER_SOL_BYTES) return null
  const [from, to] = getAccounts(given)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const isTransfer = view.getUint32(0, true) === TRANSFER_SOL
  return isTransfer && from === taker && to === wrapping ? view.getBigUint64(4, true) : null
}

const isSync = (given: RouteInstruction, wrapping: Address) =>
  given.programId === TOKEN_PROGRAM_ADDRESS &&
  isOnly(given, SYNC_NATIVE) &&
  getAccounts(given)[0] === wrapping

function isUnwrapping(given: RouteInstruction, taker: Address, wrapping: Address): boolean {
  const [account, to, authority] = getAccounts(given)
  const isClose = given.programId === TOKEN_PROGRAM_ADDRESS && isOnly(given, CLOSE_ACCOUNT)
  return isClose && account === wrapping && to === taker && authority === taker
}

/** The mints that the route goes through. The service names them: simulation decides how much rent they may take. */
const collectMints = ({ inputMint, outputMint, routePlan }: BuildAnswer): Set<string> =>
  new Set([
    inputMint,
    outputMint,
    ...(routePlan ?? []).flatMap(({ swapInfo }) => [swapInfo.inputMint, swapInfo.outputMint]),
  ])

/**
 * Checks `setup`, `cleanup` and later instructions; compute instructions need only the right program, as ours replace
 * them.
 */
export async function refuseAround(answer: BuildAnswer, taker: Address): Promise<UnsafeRoute | null> {
  const { setupInstructions, cleanupInstruction, otherInstructions, computeBudgetInstructions } = answer
  const around = [...(setupInstructions ?? []), ...(otherInstructions ?? [])]
  const all = [...around, ...(cleanupInstruction ? [cleanupInstruction] : [])]
  if (answer.tipInstruction) return 'tip'
  if ([...all, ...(computeBudgetInstructions ?? [])].some(({ programId }) => !AROUND.includes(programId)))
    return 'foreign_program'
  const isComputeOnly = (computeBudgetInstructions ?? []).every(
    ({ programId }) => programId === COMPUTE_BUDGET_PROGRAM_ADDRESS,
  )
  if (!isComputeOnly) return 'foreign_program'
  const wrapping = await wrappedAccount(taker)
  const mints = collectMints(answer)
  let lamports = 0n
  for (const one of around) {
    const moved = wrapped(one, taker, wrapping)
    if (moved !== null) lamports += moved
    if (moved !== null || isSync(one, wrapping)) continue
    const created = await createdAccount(one, taker)
    if (created === null || !mints.has(created.mint)) return 'setup'
  }
  if (lamports > (answer.inputMint === SOL_MINT ? answer.inAmount : 0n)) return 'setup'
  return cleanupInstruction && !isUnwrapping(cleanupInstruction, taker, wrapping) ? 'cleanup' : null
}

/** Whether anybody but the wallet would have to sign. */
export function hasForeignSigner(answer: BuildAnswer, taker: Address): boolean {
  const all = [
    ...(answer.computeBudgetInstructions ?? []),
    ...(answer.setupInstructions ?? []),
    answer.swapInstruction,
    ...(answer.cleanupInstruction ? [answer.cleanupInstruction] : []),
    ...(answer.otherInstructions ?? []),
  ]
  return all.some(({ accounts }) => accounts.some(({ pubkey, isSigner }) => isSigner && pubkey !== taker))
}
