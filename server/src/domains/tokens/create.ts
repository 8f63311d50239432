/** Creates tokens: one for each request, however often it comes. */
import type {
  CreateToken,
  TokenCreated,
  TokenCreationPreview,
} from '@purser/contract/tokens/created-tokens.ts'
import { CREATED_TOKENS_PER_USER } from '@purser/contract/limits.ts'
import { MoneyError, parseUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { createNoopSigner } from '@solana/kit'
import { randomUUID } from 'node:crypto'
import type * as z from 'zod/mini'
import type { Db } from '../../db/client.ts'
import { MAX_PRIORITY_LAMPORTS } from '../../kernel/solana/budget.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault, invalid, isFault } from '../../kernel/fault.ts'
import type { AccountReads } from '../../ports/chain.ts'
import {
  transactionFee,
  type Operation,
  type Packing,
  type Spend,
  type TransferRow,
  type Transfers,
} from '../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import { createTokenKind, creationBudget, TOKEN_CREATE, type TokenRequest } from './create-kind.ts'
import { countTokens, lockTokens } from './created.store.ts'
import {
  createTokenInstructions,
  deriveMintAddress,
  computeSizes,
  type TokenPlan,
} from './mint-instructions.ts'
import type { TokenNames } from './names.ts'

export type TokenCreationParts = {
  db: Db
  chain: AccountReads
  transfers: Transfers
  wallets: Wallets
  names: TokenNames
}

export type TokenBody = z.output<typeof CreateToken>
/** The user and the key of the request, with the client's address and device. */
export type TokenCaller = { userId: number; originKey: string; client: string; device: string }

const WAIT_MS = 60_000
const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)

export type TokenCreation = {
  /** Resolves once the token is confirmed. The same origin key creates one. */
  create(caller: TokenCaller, body: TokenBody): Promise<TokenCreated>
  /** Simulates it to show its costs and possible failures. Nothing is signed. */
  preview(userId: number, body: TokenBody): Promise<TokenCreationPreview>
}

const signer = ({ wallets }: TokenCreationParts, userId: number, address: string) =>
  wallets.keys.signer(userId, address)

async function read({ wallets }: TokenCreationParts, userId: number, body: TokenBody) {
  const [wallet] = await wallets.lookups.getByIds(userId, [body.wallet_id])
  if (!wallet) throw new Fault('not_found', { what: 'Wallet' })
  return { wallet, plan: toPlan(body) }
}

/**
 * In lamports: deposits of the mint and of the account of its supply, what the wallet keeps, and the fee: the first
 * attempt's, and the most that later ones may raise it to. The sum with that maximum must be there and is reserved.
 */
async function costs({ transfers, chain }: TokenCreationParts, { address }: OwnedWallet, plan: TokenPlan) {
  const sizes = computeSizes(plan)
  const [price, ...rents] = await Promise.all([
    transfers.funds.price([address], creationBudget(0n).units),
    ...[sizes.mint, sizes.account, 0].map((bytes) => chain.rentExempt(bytes)),
  ])
  const [mint = 0n, account = 0n, keep = 0n] = rents
  const fee = transactionFee(1, creationBudget(price))
  // No priority fee is offered if nobody pays one, and a fee of zero is not raised by multiplying.
  const mostFee = price === 0n ? fee : transactionFee(1, creationBudget(0n)) + MAX_PRIORITY_LAMPORTS
  return {
    price,
    mint,
    account,
    keep,
    fee,
    mostFee,
    total: mint + account + fee,
    most: mint + account + mostFee,
  }
}

async function requireRoom(
  { names }: TokenCreationParts,
  userId: number,
  plan: TokenPlan,
  handle: Db,
): Promise<void> {
  if ((await countTokens(handle, userId)) >= CREATED_TOKENS_PER_USER)
    throw new Fault('token_limit', { limit: CREATED_TOKENS_PER_USER })
  await names.requireFree(userId, plan, handle)
}

async function submit(parts: TokenCreationParts, caller: TokenCaller, body: TokenBody): Promise<Operation> {
  const { transfers, wallets } = parts
  const { userId, originKey, client: address, device } = caller
  const halts = await transfers.submit.halts(userId)
  const { wallet, plan } = await read(parts, userId, body)
  const id = await transfers.submit.operationId({ userId, type: TOKEN_CREATE, originKey })
  const mint = await deriveMintAddress(wallet.address, id)
  const { price, most, keep } = await costs(parts, wallet, plan)
  const request: TokenRequest = {
    ...plan,
    supply: plan.supply.toString(),
    mint,
    wallet: wallet.address,
    price: price.toString(),
  }
  const spend: Spend = {
    address: wallet.address,
    mint: SOL_MINT,
    amount: most,
    keep,
    walletName: wallet.name,
    decimals: SOL_DECIMALS,
    symbol: 'SOL',
  }
  const movement = {
    walletId: wallet.id,
    walletName: wallet.name,
    // Minted tokens have no source.
    source: 'mint',
    destination: wallet.address,
    mint,
    amount: plan.supply,
  }
  return transfers.submit.submit({
    userId,
    type: TOKEN_CREATE,
    originKey,
    request,
    movements: [movement],
    spends: [spend],
    halts,
    async within(tx) {
      await lockTokens(tx, userId)
      await wallets.changes.hold(tx, userId, { ids: [wallet.id] })
      await requireRoom(parts, userId, plan, tx)
      const detail = { symbol: plan.symbol, name: plan.name, mint, wallet: wallet.name }
      await writeAudit(tx, { userId, type: 'token-create', detail, address, device })
    },
  })
}

/** The address of a mint depends on the wallet that pays; one that was deleted since is not compared. */
async function requireSameWallet(
  { wallets }: TokenCreationParts,
  userId: number,
  body: TokenBody,
  { id, request }: { id: string; request: unknown },
): Promise<void> {
  const [wallet] = await wallets.lookups.getByIds(userId, [body.wallet_id]).catch((error: unknown) => {
    if (isFault(error, 'not_found')) return []
    throw error
  })
  if (wallet && (await deriveMintAddress(wallet.address, id)) !== (request as TokenRequest).mint)
    throw new Fault('idempotency_key_reused')
}

/** Simulated under an id that no operation has. */
async function simulate(
  { transfers }: TokenCreationParts,
  wallet: OwnedWallet,
  plan: TokenPlan,
  { rent, price }: { rent: bigint; price: bigint },
): Promise<string | null> {
  const operationId = randomUUID()
  const feePayer = createNoopSigner(wallet.address)
  const instructions = await createTokenInstructions(plan, { wallet: feePayer, operationId, rent })
  const packing: Packing = {
    format: 0,
    split: (rows) => [rows],
    budget: () => creationBudget(price),
    fee: () => transactionFee(1, creationBudget(price)),
    build: async () => ({ feePayer, instructions }),
  }
  const row: TransferRow = {
    operationId,
    position: 0,
    walletId: wallet.id,
    walletName: wallet.name,
    source: 'mint',
    destination: wallet.address,
    mint: await deriveMintAddress(wallet.address, operationId),
    amount: plan.supply,
    status: 'pending',
    signature: null,
    error: null,
    refusal: null,
  }
  const errors = await transfers.funds.simulate(packing, [row])
  return errors.get(0) ?? null
}

async function create(
  parts: TokenCreationParts,
  caller: TokenCaller,
  body: TokenBody,
): Promise<TokenCreated> {
  const { transfers } = parts
  const known = await transfers.lookups.findByOrigin(caller.originKey)
  const operation = known ?? (await submit(parts, caller, body))
  const request = operation.request as TokenRequest
  requireSame(request, body)
  if (known) await requireSameWallet(parts, caller.userId, body, operation)
  const ended = await transfers.lookups.waitForEnd(operation.id, WAIT_MS)
  if (ended.status === 'failed')
    throw new Fault('chain_refused', { code: 'transaction_failed', detail: ended.error })
  const signature = await transfers.signatures.find(operation.id)
  if (ended.status !== 'completed' || signature === null) throw new Fault('chain_away')
  return { mint: request.mint, signature }
}

async function preview(
  parts: TokenCreationParts,
  userId: number,
  body: TokenBody,
): Promise<TokenCreationPreview> {
  const { db, transfers } = parts
  const { wallet, plan } = await read(parts, userId, body)
  await requireRoom(parts, userId, plan, db)
  const { price, mint, account, fee, mostFee, total, most, keep } = await costs(parts, wallet, plan)
  const [balance = 0n] = await transfers.funds.free([wallet.address])
  const error =
    balance < most + keep
      ? lacking(wallet, balance, most + keep)
      : await simulate(parts, wallet, plan, { rent: mint, price })
  return {
    dryRun: true,
    rent: { mint: sol(mint), account: sol(account) },
    fee: sol(fee),
    fee_at_most: sol(mostFee),
    total: sol(total),
    keep: sol(keep),
    wallet: {
      id: wallet.id,
      name: wallet.name,
      address: wallet.address,
      balance: sol(balance),
      after: sol(balance > total ? balance - total : 0n),
    },
    supply: toJsonAmount(plan.supply, plan.decimals),
    error,
  }
}

export function createTokenCreation(parts: TokenCreationParts): TokenCreation {
  const { transfers, db, chain } = parts
  transfers.lifecycle.register(
    TOKEN_CREATE,
    createTokenKind({ db, chain, signer: (userId, address) => signer(parts, userId, address) }),
  )
  return {
    create: (caller, body) => create(parts, caller, body),
    preview: (userId, body) => preview(parts, userId, body),
  }
}

/** Throws invalid_input. */
function toPlan({ name, symbol, description = '', image = '', decimals, supply }: TokenBody): TokenPlan {
  try {
    const units = parseUnits(supply, decimals)
    if (units === 0n) throw invalid('supply', 'must be above 0')
    return { name, symbol, description, image, decimals, supply: units }
  } catch (error) {
    if (error instanceof MoneyError) throw invalid('supply', error.message)
    throw error
  }
}

/** Throws idempotency_key_reused if the operation of this key was another request. */
function requireSame(request: Partial<TokenRequest>, body: TokenBody): void {
  // A token that only the chain knew leaves nothing to compare with.
  if (request.mint === undefined) throw new Fault('chain_away')
  const plan = toPlan(body)
  const isSame =
    request.name === plan.name &&
    request.symbol === plan.symbol &&
    request.description === plan.description &&
    request.image === plan.image &&
    request.decimals === plan.decimals &&
    request.supply === plan.supply.toString()
  if (!isSame) throw new Fault('idempotency_key_reused')
}

const lacking = ({ name }: OwnedWallet, has: bigint, needs: bigint): string =>
  new Fault('insufficient_balance', {
    wallet: name,
    has: String(sol(has)),
    needs: String(sol(needs)),
    unit: 'SOL',
  }).message
