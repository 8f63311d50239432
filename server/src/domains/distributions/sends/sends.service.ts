/** SOL or a token from a wallet to any address: one operation of the engine for each request, however often it comes. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type { SendAnswer, SendBody } from '@purser/contract/transfers/sends.ts'
import type { WarningCode } from '@purser/contract/transfers/send-texts.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Database, Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault } from '../../../kernel/fault.ts'
import { createUserMutex, type UserMutex } from '../../../kernel/concurrency/keyed-mutex.ts'
import type { AccountReads, Balances, Blockhashes, Ledger, TokenReads } from '../../../ports/chain.ts'
import type { Whitelist } from '../../tokens/index.ts'
import type { BulkKind, Operation, Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { solKinds } from '../sol-kinds.ts'
import { tokenKinds } from '../tokens/kinds.ts'
import { checkRecipient, type Recipient, SEND } from './check-recipient.ts'
import { readSend, type SendIntent } from './intent.ts'
import { sendKind } from './kind.ts'
import { planSolSend } from './plan-sol.ts'
import { planTokenSend, requireSendable } from './plan-token.ts'
import { mustConfirm, previewSend } from './preview.ts'

export type SendsParts = {
  chain: Balances & TokenReads & AccountReads & Ledger & Blockhashes
  transfers: Transfers
  wallets: Wallets
  whitelist: Whitelist
  /** Present if other processes share the database: only one of them plans a key at a time. */
  lock?: Database['lock']
}

/** The user who sends, with the client's address and device. */
export type Sender = { userId: number; client: string; device: string }

/** The operation of this key. Throws idempotency_key_reused if that was another request. */
function same(operation: Operation | undefined, requestHash: string): Operation | null {
  if (!operation) return null
  const { requestHash: former } = operation.request as { requestHash?: string }
  // A restored operation may have lost the hash: the use of its key suffices.
  if (former !== undefined && former !== requestHash) throw new Fault('idempotency_key_reused')
  return operation
}

function createKind({ chain, transfers, wallets }: SendsParts): BulkKind {
  const sol = solKinds({ chain, wallets }).distribute
  const signers = (user: number, list: string[]) => wallets.keys.signers(user, list)
  const listMovements = (id: string) => transfers.lookups.listMovements(id)
  const token = tokenKinds({ chain, listMovements, signers })['token-distribute']
  if (!sol || !token) throw new Error('a send has no kind')
  return sendKind({ sol, token })
}

/** Throws warning_not_confirmed. */
function requireConfirmed({ warnings }: Recipient, confirmed: readonly WarningCode[]): void {
  const open = warnings.find((one) => mustConfirm(one) && !confirmed.includes(one.code))
  if (open) throw new Fault('warning_not_confirmed', open)
}

/** An address of somebody else needs a pair of the whitelist while the profile switch is on. */
const ANYBODY = { needsPair: true }

export type Sends = {
  /** The kind, the plan and its preview, for other operations that pay an address. */
  kind: BulkKind
  requireConfirmed: ({ warnings }: Recipient, confirmed: readonly WarningCode[]) => void
  plan(
    userId: number,
    walletId: number,
    body: SendBody,
    options: { needsPair: boolean },
  ): ReturnType<typeof plan>
  preview(request: Awaited<ReturnType<typeof plan>>): Promise<{
    wallet: { id: number; name: string; address: string }
    to: string
    toName: string | null
    mint: string | null
    symbol: string
    decimals: number
    amount: string | number
    transferFee: string | number
    received: string | number
    transactions: number
    format: 0 | 1
    fees: string | number
    rent: { accounts: number; amount: string | number }
    source: {
      sol: { before: string | number; after: string | number }
      token: { before: string | number; after: string | number } | null
    }
    recipient: { before: string | number; after: string | number }
    error: string | null
    wouldFail: number
    warnings: {
      code: 'looks_like' | 'program' | 'program_account' | 'off_curve' | 'never_used'
      confirm: boolean
      message: string
      like?: { address: string; name: string; is: 'whitelist' | 'wallet' | 'sent' } | undefined
      program?: string | undefined
    }[]
    fees_at_most?: string | number | undefined
    limit?: { code: 'spending_limit' | 'no_price_for_limit'; message: string } | undefined
    committed?:
      | { wallet: string; to: 'strategies' | 'payments'; amount: string | number; symbol: string }[]
      | undefined
  }>
  /** Answers once the operation is written. A dry run answers the preview. */
  send(sender: Sender, originKey: string, walletId: number, body: SendBody): Promise<SendAnswer>
}

type Engine = SendsParts & {
  runExclusive: UserMutex
}

/** Checks that the wallet is the user's, the token and the address are valid, and the amount is there. */
async function plan(
  engine: Engine,
  userId: number,
  intent: SendIntent,
  { needsPair }: { needsPair: boolean },
) {
  const { wallets, chain, whitelist } = engine
  const { walletId, to, mint: token } = intent
  const [source] = await wallets.lookups.getByIds(userId, [walletId])
  if (!source) throw new Fault('not_found', { what: 'Wallet' })
  const mint = token === null ? null : await requireSendable(chain, token)
  const recipient = await checkRecipient(engine, { userId, source, to, token: mint !== null })
  const allow = async (tx?: Db) => {
    if (needsPair && !recipient.own)
      await whitelist.requireAllowed(userId, { to, mint: token ?? SOL_MINT }, tx)
  }
  await allow()
  const these = { intent, source, recipient }
  const planned = mint ? await planTokenSend(engine, mint, these) : await planSolSend(engine, these)
  return { source, recipient, planned, allow }
}

async function write(
  engine: Engine,
  { sender, originKey, halts }: { sender: Sender; originKey: string; halts: number },
  intent: SendIntent,
): Promise<Operation> {
  const { wallets, transfers } = engine
  const { userId, client, device } = sender
  const [wallet] = await wallets.lookups.getByIds(userId, [intent.walletId])
  await transfers.funds.requireIdle(wallet ? [wallet.address] : [])
  const { source, recipient, planned, allow } = await plan(engine, userId, intent, ANYBODY)
  requireConfirmed(recipient, intent.confirmed)
  const { movement, spends, symbol, decimals } = planned
  const ids = [source.id, ...(recipient.own ? [recipient.own.id] : [])]
  const within = async (tx: Db, operation: string) => {
    // A wallet that is being deleted neither pays nor is paid.
    await wallets.changes.hold(tx, userId, { ids })
    // The switch may have been turned on, or the entry removed, since the request was read.
    await allow(tx)
    const amount = toJsonAmount(movement.amount, decimals)
    const detail = { operation, wallet: source.name, to: recipient.address, amount, token: symbol }
    await writeAudit(tx, { userId, type: SEND, detail, address: client, device })
  }
  // If only the journal's line is left, it names the wallet by this, and not by its token account alone.
  const request = { ...planned.request, destination: recipient.address }
  const operation = { userId, type: SEND, originKey, request, spends, halts, within }
  return transfers.submit.submit({ ...operation, movements: [movement] })
}

/** Writes the operation, or returns the one of this key. */
async function begin(
  engine: Engine,
  sender: Sender,
  originKey: string,
  intent: SendIntent,
): Promise<Operation> {
  const { transfers, runExclusive } = engine
  const { requestHash } = intent
  const halts = await transfers.submit.halts(sender.userId)
  return runExclusive(sender.userId, originKey, async () => {
    const first = same(await transfers.lookups.findByOrigin(originKey), requestHash)
    if (first) return first
    try {
      const operation = await write(engine, { sender, originKey, halts }, intent)
      // Another process may have been faster with the same key.
      return same(operation, requestHash) ?? operation
    } catch (error) {
      const twin = same(await transfers.lookups.findSubmitted(originKey), requestHash)
      if (!twin) throw error
      return twin
    }
  })
}

const planSend = (
  engine: Engine,
  userId: number,
  walletId: number,
  body: SendBody,
  options: { needsPair: boolean },
): ReturnType<typeof plan> => plan(engine, userId, readSend(walletId, body), options)

const preview = (engine: Engine, { planned, ...these }: Awaited<ReturnType<typeof plan>>) =>
  previewSend(engine.transfers, planned, these)

async function send(
  engine: Engine,
  sender: Sender,
  originKey: string,
  walletId: number,
  body: SendBody,
): Promise<SendAnswer> {
  const { transfers, wallets } = engine
  const intent = readSend(walletId, body)
  if (!body.dryRun) {
    const { id, status } = await begin(engine, sender, originKey, intent)
    return { success: true, operation: { id, type: SEND, status } }
  }
  const { planned, ...these } = await plan(engine, sender.userId, intent, ANYBODY)
  const { request, movement, spends } = planned
  const limited = { userId: sender.userId, type: SEND, request, movements: [movement], spends }
  const sent = spends.filter(({ mint }) => mint === movement.mint)
  const [shown, limit, commitments] = await Promise.all([
    previewSend(transfers, planned, these),
    transfers.submit.checkLimit(limited),
    wallets.commitments.read(sender.userId, sent),
  ])
  return { success: true, preview: { ...shown, ...limit, ...commitments } }
}

export function createSends(parts: SendsParts): Sends {
  const { transfers } = parts
  const kind = createKind(parts)
  transfers.lifecycle.register(SEND, kind)
  const runExclusive = createUserMutex(parts.lock)
  const engine: Engine = { ...parts, runExclusive }
  return {
    kind,
    requireConfirmed,
    plan: (userId, walletId, body, options) => planSend(engine, userId, walletId, body, options),
    preview: (request) => preview(engine, request),
    send: (sender, originKey, walletId, body) => send(engine, sender, originKey, walletId, body),
  }
}
