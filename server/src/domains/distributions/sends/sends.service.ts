/** SOL or a token from a wallet to any address: one operation of the engine for each request, however often it comes. */
import { toJsonAmount } from '@purser/contract/money.ts'
import type { SendAnswer, SendBody } from '@purser/contract/sends.ts'
import type { WarningCode } from '@purser/contract/send-texts.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Database, Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import { Fault } from '../../../kernel/fault.ts'
import { createUserMutex } from '../../../kernel/concurrency/keyed-mutex.ts'
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
export type Sends = ReturnType<typeof createSends>
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

function kindOf({ chain, transfers, wallets }: SendsParts): BulkKind {
  const sol = solKinds({ chain, wallets }).distribute
  const signers = (user: number, list: string[]) => wallets.signers(user, list)
  const movementsOf = (id: string) => transfers.lookups.listMovements(id)
  const token = tokenKinds({ chain, movementsOf, signers })['token-distribute']
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

export function createSends(parts: SendsParts) {
  const { chain, transfers, wallets, whitelist } = parts
  const kind = kindOf(parts)
  transfers.lifecycle.register(SEND, kind)
  const runExclusive = createUserMutex(parts.lock)

  /** Checks that the wallet is the user's, the token and the address are valid, and the amount is there. */
  async function plan(userId: number, intent: SendIntent, { needsPair }: { needsPair: boolean }) {
    const { walletId, to, mint: token } = intent
    const [source] = await wallets.ownedByIds(userId, [walletId])
    if (!source) throw new Fault('not_found', { what: 'Wallet' })
    const mint = token === null ? null : await requireSendable(chain, token)
    const recipient = await checkRecipient(parts, { userId, source, to, token: mint !== null })
    const allow = async (tx?: Db) => {
      if (needsPair && !recipient.own)
        await whitelist.requireAllowed(userId, { to, mint: token ?? SOL_MINT }, tx)
    }
    await allow()
    const these = { intent, source, recipient }
    const planned = mint ? await planTokenSend(parts, mint, these) : await planSolSend(parts, these)
    return { source, recipient, planned, allow }
  }

  async function write(
    { sender, originKey, halts }: { sender: Sender; originKey: string; halts: number },
    intent: SendIntent,
  ): Promise<Operation> {
    const { userId, client, device } = sender
    const [wallet] = await wallets.ownedByIds(userId, [intent.walletId])
    await transfers.funds.requireIdle(wallet ? [wallet.address] : [])
    const { source, recipient, planned, allow } = await plan(userId, intent, ANYBODY)
    requireConfirmed(recipient, intent.confirmed)
    const { movement, spends, symbol, decimals } = planned
    const ids = [source.id, ...(recipient.own ? [recipient.own.id] : [])]
    const within = async (tx: Db, operation: string) => {
      // A wallet that is being deleted neither pays nor is paid.
      await wallets.hold(tx, userId, { ids })
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
  async function begin(sender: Sender, originKey: string, intent: SendIntent): Promise<Operation> {
    const { requestHash } = intent
    const halts = await transfers.submit.halts(sender.userId)
    return runExclusive(sender.userId, originKey, async () => {
      const first = same(await transfers.lookups.findByOrigin(originKey), requestHash)
      if (first) return first
      try {
        const operation = await write({ sender, originKey, halts }, intent)
        // Another process may have been faster with the same key.
        return same(operation, requestHash) ?? operation
      } catch (error) {
        const twin = same(await transfers.lookups.findSubmitted(originKey), requestHash)
        if (!twin) throw error
        return twin
      }
    })
  }

  return {
    /** The kind, the plan and its preview, for other operations that pay an address. */
    kind,
    requireConfirmed,
    plan: (
      userId: number,
      walletId: number,
      body: SendBody,
      options: { needsPair: boolean },
    ): ReturnType<typeof plan> => plan(userId, readSend(walletId, body), options),
    preview: ({ planned, ...these }: Awaited<ReturnType<typeof plan>>) =>
      previewSend(transfers, planned, these),

    /** Answers once the operation is written. A dry run answers the preview. */
    async send(sender: Sender, originKey: string, walletId: number, body: SendBody): Promise<SendAnswer> {
      const intent = readSend(walletId, body)
      if (!body.dryRun) {
        const { id, status } = await begin(sender, originKey, intent)
        return { success: true, operation: { id, type: SEND, status } }
      }
      const { planned, ...these } = await plan(sender.userId, intent, ANYBODY)
      const { request, movement, spends } = planned
      const limited = { userId: sender.userId, type: SEND, request, movements: [movement], spends }
      const sent = spends.filter(({ mint }) => mint === movement.mint)
      const [shown, limit, commitments] = await Promise.all([
        previewSend(transfers, planned, these),
        transfers.submit.checkLimit(limited),
        wallets.readCommitments(sender.userId, sent),
      ])
      return { success: true, preview: { ...shown, ...limit, ...commitments } }
    },
  }
}
