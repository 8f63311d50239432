/** Test funds, paid from the desk's own faucet wallet through the engine like every other movement. */
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  getTokenSize,
} from '@solana-program/token'
import { getTransferSolInstruction } from '@solana-program/system'
import { FAUCET_MAX_SOL, FAUCET_MAX_TOKENS, LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import { LAMPORTS_PER_SOL, MoneyError, parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { KNOWN_TOKENS, SOL_MINT, getSymbol } from '@purser/contract/tokens/tokens.ts'
import type { Cluster } from '@purser/contract/system.ts'
import { type Address, isAddress, type Instruction } from '@solana/kit'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, invalid, isFault } from '../../kernel/fault.ts'
import type { AccountReads, Balances, LocalFunds } from '../../ports/chain.ts'
import type { Kind, Movement, Operation, Spend, Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'

export type FaucetParts = {
  cluster: Cluster
  chain: Balances & AccountReads & LocalFunds
  clock: Clock
  transfers: Transfers
  wallets: Wallets
}
export type FaucetRequest = {
  address: string
  sol?: string | number | undefined
  mint?: string | undefined
  amount?: string | number | undefined
}

/** The stored request; amounts in base units as text. */
type Payout = { address: string; lamports: string; mint?: string; amount?: string; decimals?: number }

const WAIT_MS = 60_000
const STOCK_TRIES = 3
/** The stock that is requested at once on a network where test funds cost nothing. */
const STOCK_LAMPORTS = 500_000n * LAMPORTS_PER_SOL
const STOCK_WHOLE_TOKENS = 10_000_000n

export type Faucet = {
  /** For other payments of the faucet: runs `work`, restocking if it finds too little. Local network only. */
  stocked<T>(lamports: bigint, work: () => Promise<T>): Promise<T>
  /** Resolves with the signature once the payout is confirmed. The same origin key pays once. */
  pay(userId: number, originKey: string, request: FaucetRequest): Promise<string>
}

function read({ cluster }: FaucetParts, request: FaucetRequest): Payout {
  if (!isAddress(request.address)) throw invalid('address', 'must be a Solana address')
  if (request.mint === undefined && request.amount !== undefined)
    throw invalid('mint', 'is required with amount')
  if (request.sol === undefined && request.mint === undefined)
    throw invalid('sol', 'is required unless mint and amount are given')
  if (request.mint !== undefined && request.amount === undefined)
    throw invalid('amount', 'is required with mint')
  const lamports = request.sol === undefined ? 0n : units('sol', request.sol, SOL_DECIMALS)
  if (lamports > BigInt(FAUCET_MAX_SOL) * LAMPORTS_PER_SOL)
    throw invalid('sol', `must be at most ${FAUCET_MAX_SOL}`)
  if (request.mint === undefined) return { address: request.address, lamports: lamports.toString() }
  const token = KNOWN_TOKENS.find((t) => t.mint === request.mint)
  if (!token || cluster !== 'localnet') throw invalid('mint', 'must be a genesis token of the local network')
  const amount = units('amount', request.amount ?? 0, token.decimals)
  if (amount > BigInt(FAUCET_MAX_TOKENS) * 10n ** BigInt(token.decimals))
    throw invalid('amount', `must be at most ${FAUCET_MAX_TOKENS}`)
  return {
    address: request.address,
    lamports: lamports.toString(),
    mint: token.mint,
    amount: amount.toString(),
    decimals: token.decimals,
  }
}

/** Restocks the faucet wallet, and waits until the chain shows it. */
async function restock(
  { chain, cluster, clock }: FaucetParts,
  address: Address,
  payout: Payout,
): Promise<void> {
  const wanted = BigInt(payout.lamports) + LAMPORTS_PER_SOL
  const before = (await chain.balance(address)).lamports
  const stock = wanted > STOCK_LAMPORTS ? wanted : STOCK_LAMPORTS
  await chain.airdrop(address, cluster === 'localnet' ? stock : wanted)
  if (payout.mint && payout.decimals !== undefined)
    await chain.tokenAirdrop(
      address,
      payout.mint as Address,
      BigInt(payout.amount ?? 0) + STOCK_WHOLE_TOKENS * 10n ** BigInt(payout.decimals),
    )
  for (const until = clock.monotonic() + WAIT_MS; clock.monotonic() < until; await clock.sleep(200)) {
    const arrived = (await chain.balance(address)).lamports > before
    const { mint } = payout
    const tokens = mint ? (await chain.holdings(address)).tokens.filter((t) => t.mint === mint) : []
    if (arrived && (!mint || tokens.reduce((sum, t) => sum + t.amount, 0n) >= BigInt(payout.amount ?? 0)))
      return
  }
  throw new Fault('chain_away')
}

async function submit(
  parts: FaucetParts,
  userId: number,
  originKey: string,
  payout: Payout,
): Promise<Operation> {
  const { wallets, chain, transfers } = parts
  const { address } = await wallets.keys.systemSigner('faucet')
  const rent = payout.mint ? await chain.rentExempt(getTokenSize()) : 0n
  const spent = BigInt(payout.lamports) + LAMPORTS_PER_SIGNATURE + rent + (await chain.rentExempt(0))
  const from = { address, walletName: 'Faucet' }
  const spends: Spend[] = [{ ...from, mint: SOL_MINT, amount: spent, decimals: SOL_DECIMALS, symbol: 'SOL' }]
  const leg = { walletId: null, walletName: 'Faucet', source: address, destination: payout.address }
  const movements: Movement[] = []
  if (BigInt(payout.lamports) > 0n)
    movements.push({ ...leg, mint: SOL_MINT, amount: BigInt(payout.lamports) })
  if (payout.mint && payout.amount) {
    const { mint, decimals = 0 } = payout
    movements.push({ ...leg, mint, amount: BigInt(payout.amount) })
    spends.push({ ...from, mint, amount: BigInt(payout.amount), decimals, symbol: getSymbol(mint) })
  }
  return stocked(parts, payout, () =>
    transfers.submit.submit({ userId, type: 'faucet', originKey, request: payout, movements, spends }),
  )
}

/** Restocks the faucet wallet while `work` finds too little in it. */
async function stocked<T>(parts: FaucetParts, payout: Payout, work: () => Promise<T>): Promise<T> {
  const { wallets } = parts
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const short = isFault(error, 'insufficient_balance') || isFault(error, 'funds_in_flight')
      if (!short || tries > STOCK_TRIES) throw error
      await restock(parts, (await wallets.keys.systemSigner('faucet')).address, payout)
    }
  }
}

async function payStocked<T>(parts: FaucetParts, lamports: bigint, work: () => Promise<T>): Promise<T> {
  const { cluster } = parts
  if (cluster !== 'localnet') throw new Fault('faucet_not_here')
  return stocked(parts, { address: '', lamports: lamports.toString() }, work)
}

async function pay(
  parts: FaucetParts,
  userId: number,
  originKey: string,
  request: FaucetRequest,
): Promise<string> {
  const { cluster, transfers } = parts
  if (cluster === 'mainnet-beta') throw new Fault('faucet_not_here')
  const operation = await submit(parts, userId, originKey, read(parts, request))
  const ended = await transfers.lookups.waitForEnd(operation.id, WAIT_MS)
  if (ended.status === 'failed')
    throw new Fault('chain_refused', { code: 'transaction_failed', detail: ended.error })
  const signature = await transfers.signatures.find(operation.id)
  if (ended.status !== 'completed' || signature === null) throw new Fault('chain_away')
  return signature
}

export function createFaucet(parts: FaucetParts): Faucet {
  const { transfers, wallets } = parts
  transfers.lifecycle.register('faucet', faucetKind(wallets))
  return {
    stocked: (lamports, work) => payStocked(parts, lamports, work),
    pay: (userId, originKey, request) => pay(parts, userId, originKey, request),
  }
}

function units(path: string, value: string | number, decimals: number): bigint {
  try {
    const amount = parseUnits(value, decimals)
    if (amount === 0n) throw invalid(path, 'must be above 0')
    return amount
  } catch (error) {
    if (error instanceof MoneyError) throw invalid(path, error.message)
    throw error
  }
}

function faucetKind(wallets: Wallets): Kind {
  return {
    async build(operation) {
      const payout = operation.request as Partial<Payout>
      if (payout.address === undefined || payout.lamports === undefined)
        return { refused: 'The details of this payout are no longer known.' }
      const faucet = await wallets.keys.systemSigner('faucet')
      const destination = payout.address as Address
      const instructions: Instruction[] = []
      if (BigInt(payout.lamports) > 0n)
        instructions.push(
          getTransferSolInstruction({ source: faucet, destination, amount: BigInt(payout.lamports) }),
        )
      if (payout.mint && payout.amount !== undefined && payout.decimals !== undefined) {
        const mint = payout.mint as Address
        const deriveAccount = async (owner: Address) =>
          (await findAssociatedTokenPda({ owner, mint, tokenProgram: TOKEN_PROGRAM }))[0]
        const [source, target] = await Promise.all([
          deriveAccount(faucet.address),
          deriveAccount(destination),
        ])
        instructions.push(
          getCreateAssociatedTokenIdempotentInstruction({
            payer: faucet,
            ata: target,
            owner: destination,
            mint,
          }),
          getTransferCheckedInstruction({
            source,
            mint,
            destination: target,
            authority: faucet,
            amount: BigInt(payout.amount),
            decimals: payout.decimals,
          }),
        )
      }
      return { feePayer: faucet, instructions }
    },
  }
}

/** The genesis mints belong to the classic token program. */
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address
