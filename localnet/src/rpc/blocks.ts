import type { Bank } from '../chain/bank.ts'
import { MAX_BLOCK_RANGE } from '../constants.ts'
import { encodeParticipants, encodeTransaction, transactionEncoding } from '../encode/transaction.ts'
import { invalidParams, RpcError } from './errors.ts'
import type { Methods } from './context.ts'
import { atLeastConfirmed, configAt, countAt, toCount, type Config } from './params.ts'

/** Unix time of a slot, in seconds: from its transactions; for an empty slot calculated from the present. */
function estimateTime(bank: Bank, slot: number): number {
  return (
    bank.history.inSlot(slot)[0]?.time ??
    Math.floor(bank.time - ((bank.slot - slot) * bank.clock.slotMs) / 1000)
  )
}

function checkAvailable(bank: Bank, slot: number, newest: number): void {
  if (slot > newest) throw new RpcError(-32004, `Block not available for slot ${slot}`)
  if (slot < bank.firstSlot)
    throw new RpcError(-32007, `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
  if (slot < bank.history.firstSlot)
    throw new RpcError(
      -32001,
      `Block ${slot} cleaned up, does not exist on node. First available block: ${bank.history.firstSlot}`,
    )
}

/** Slots of a range; every slot of this chain has a block. */
function range(bank: Bank, from: number, to: number): number[] {
  const first = Math.max(from, bank.history.firstSlot)
  return to < first ? [] : Array.from({ length: to - first + 1 }, (_, i) => first + i)
}

/** Calls about blocks. */
export const blockMethods: Methods = {
  getBlock({ bank }, params) {
    const slot = countAt(params, 0, 'slot')
    const config: Config = typeof params[1] === 'string' ? { encoding: params[1] } : configAt(params, 1)
    checkAvailable(bank, slot, bank.slotAt(atLeastConfirmed(config)))
    const encoding = transactionEncoding(config.encoding)
    const details = config.transactionDetails ?? 'full'
    const max = config.maxSupportedTransactionVersion ?? undefined
    const entries = bank.history.inSlot(slot)
    const body =
      details === 'signatures'
        ? { signatures: entries.map((e) => e.signature) }
        : details === 'none'
          ? {}
          : {
              transactions: entries.map((e) =>
                details === 'accounts'
                  ? encodeParticipants(bank.readRecord(e), max)
                  : encodeTransaction(bank.readRecord(e), encoding, max),
              ),
            }
    return {
      blockHeight: bank.getHeight(slot),
      blockTime: estimateTime(bank, slot),
      blockhash: bank.blockhashes.text(slot),
      parentSlot: slot === bank.firstSlot ? slot : slot - 1,
      previousBlockhash: bank.blockhashes.text(slot === bank.firstSlot ? slot : slot - 1),
      ...(config.rewards === false ? {} : { rewards: [] }),
      ...body,
    }
  },

  getBlocks({ bank }, params) {
    const from = countAt(params, 0, 'start slot')
    const bounded = typeof params[1] === 'number'
    const newest = bank.slotAt(atLeastConfirmed(configAt(params, bounded || params[1] === null ? 2 : 1)))
    const to = bounded ? Math.min(toCount(params[1], 'end slot'), newest) : newest
    if (to - from > MAX_BLOCK_RANGE) throw invalidParams(`Slot range too large; max ${MAX_BLOCK_RANGE}`)
    return range(bank, from, to)
  },

  getBlocksWithLimit({ bank }, params) {
    const from = countAt(params, 0, 'start slot')
    const limit = countAt(params, 1, 'limit')
    if (limit > MAX_BLOCK_RANGE) throw invalidParams(`Limit too large; max ${MAX_BLOCK_RANGE}`)
    return range(bank, from, bank.slotAt(atLeastConfirmed(configAt(params, 2)))).slice(0, limit)
  },

  getBlockTime({ bank }, params) {
    const slot = countAt(params, 0, 'slot')
    checkAvailable(bank, slot, bank.slot)
    return estimateTime(bank, slot)
  },

  getFirstAvailableBlock: ({ bank }) => bank.history.firstSlot,
  minimumLedgerSlot: ({ bank }) => bank.history.firstSlot,
}
