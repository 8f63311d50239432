import type { FailedTransactionMetadata, TransactionMetadata } from 'litesvm/dist/internal.js'
import { decodeBase58, encodeBase58, keyBytes, bytesToKey, type Key } from '../base58.ts'
import { SLOTS_PER_EPOCH } from '../constants.ts'
import { BUILTIN_OWNERS } from '../programs.ts'
import type { WireTransaction } from '../wire/parse.ts'
import { NO_DATA, type Account } from './accounts.ts'
import { transferLogs } from './record/transfer-logs.ts'
import { toTransactionError, native, type TransactionError } from './errors.ts'

/** Inner instructions, as the runtime traced them. */
export interface InnerCall {
  program: number
  accounts: Uint8Array
  data: Uint8Array
  height: number
}

export interface Execution {
  err: TransactionError | null
  logs: string[]
  /** Inner instructions by the index of the outer one; only for those that have any. */
  inner: { index: number; calls: InnerCall[] }[]
  units: bigint
  returned: { program: Key; data: Uint8Array } | undefined
}

export interface Simulation extends Execution {
  /** Accounts after the simulation; none when it failed. */
  after: Map<Key, Account>
}

/** A reused key buffer: reading sixty balances allocates nothing. */
const scratch = Buffer.alloc(32)

type NativeAccount = InstanceType<typeof native.Account>
const toNative = (a: Account): NativeAccount =>
  new native.Account(a.lamports, a.data, keyBytes(a.owner), a.executable, 18446744073709551615n)
const fromNative = (a: NativeAccount): Account => {
  const data = a.data()
  return {
    lamports: a.lamports(),
    owner: bytesToKey(a.owner()),
    executable: a.executable(),
    data: data.length === 0 ? NO_DATA : data,
  }
}

/** `plain`: without inner instructions or return data. `transfers`: their number, if it does nothing else. */
function toExecution(
  result: TransactionMetadata | FailedTransactionMetadata,
  plain = false,
  transfers?: number,
): Execution {
  const failed = result instanceof native.FailedTransactionMetadata ? result : undefined
  const meta = failed ? failed.meta() : (result as TransactionMetadata)
  if (plain) {
    const err = failed ? toTransactionError(failed) : null
    if (err === null && transfers !== undefined)
      return {
        err,
        logs: transferLogs(transfers),
        inner: [],
        units: meta.computeUnitsConsumed(),
        returned: undefined,
      }
    return { err, logs: meta.logs(), inner: [], units: meta.computeUnitsConsumed(), returned: undefined }
  }
  const returned = meta.returnData()
  const data = returned.data()
  return {
    err: failed ? toTransactionError(failed) : null,
    logs: meta.logs(),
    inner: meta.innerInstructions().flatMap((list, index) =>
      list.length === 0
        ? []
        : {
            index,
            calls: list.map((i) => {
              const ix = i.instruction()
              return {
                program: ix.programIdIndex(),
                accounts: ix.accounts(),
                data: ix.data(),
                height: i.stackHeight(),
              }
            }),
          },
    ),
    units: meta.computeUnitsConsumed(),
    returned: data.length > 0 ? { program: bytesToKey(returned.programId()), data } : undefined,
  }
}

/** LiteSVM with blockhashes, history and rent replaced by mainnet's rules. */
export class Svm {
  private readonly vm = new native.LiteSvm()

  constructor(rentPerByte: bigint) {
    // LiteSVM keeps one blockhash and a short history; the bank does both instead.
    this.vm.setBlockhashCheck(false)
    this.vm.setTransactionHistory(0n)
    this.setRent(rentPerByte)
    const schedule = this.vm.getEpochSchedule()
    schedule.slotsPerEpoch = BigInt(SLOTS_PER_EPOCH)
    schedule.warmup = false
    schedule.firstNormalEpoch = 0n
    schedule.firstNormalSlot = 0n
    this.vm.setEpochSchedule(schedule)
  }

  /** LiteSVM's own accounts: programs, features and builtins. */
  builtins(): [Key, Account][] {
    return BUILTIN_OWNERS.flatMap((owner) =>
      this.vm
        .getProgramAccounts(keyBytes(owner))
        .map((x): [Key, Account] => [bytesToKey(x.address), fromNative(x.account())]),
    )
  }

  /** Lamports a byte. The runtime enforces it from now on, and programs can read it. */
  setRent(perByte: bigint): void {
    this.vm.setRent(new native.Rent(perByte, 1, 50))
  }

  computeRent(bytes: number): bigint {
    return this.vm.minimumBalanceForRentExemption(BigInt(bytes))
  }

  read(key: Key): Account | undefined {
    const account = this.vm.getAccount(keyBytes(key))
    return account && account.lamports() > 0n ? fromNative(account) : undefined
  }

  lamports(key: Key): bigint {
    scratch.write(key, 'latin1')
    return this.vm.getBalance(scratch) ?? 0n
  }

  /** Overwrites an account without checks; undefined removes it. */
  write(key: Key, account: Account | undefined): void {
    const gone = { lamports: 0n, owner: '\0'.repeat(32), executable: false, data: NO_DATA }
    this.vm.setAccount(keyBytes(key), toNative(account ?? gone))
  }

  /** Sets the Clock sysvar to a slot, and the runtime's own blockhash, which only nonces use. */
  setClock(slot: number, unixTime: number, epochStart: number): void {
    const epoch = BigInt(Math.floor(slot / SLOTS_PER_EPOCH))
    this.vm.setClock(new native.Clock(BigInt(slot), BigInt(epochStart), epoch, epoch + 1n, BigInt(unixTime)))
    this.vm.expireBlockhash()
  }

  /**
   * Sets the SlotHashes sysvar, newest first: a new lookup table's address is derived from it, and a closed table ends
   * by it.
   */
  setSlotHashes(hashes: { slot: number; hash: Uint8Array }[]): void {
    this.vm.setSlotHashes(hashes.map(({ slot, hash }) => ({ slot: BigInt(slot), hash: encodeBase58(hash) })))
  }

  /** The blockhash that the system program derives nonces from. */
  runtimeBlockhash(): Uint8Array {
    return decodeBase58(this.vm.latestBlockhash()) ?? NO_DATA
  }

  execute(tx: WireTransaction, plain: boolean, transfers?: number): Execution {
    return toExecution(
      tx.version === 'legacy'
        ? this.vm.sendLegacyTransaction(tx.bytes)
        : this.vm.sendVersionedTransaction(tx.bytes),
      plain,
      transfers,
    )
  }

  simulate(tx: WireTransaction, checkSignatures: boolean): Simulation {
    this.vm.setSigverify(checkSignatures)
    try {
      const result =
        tx.version === 'legacy'
          ? this.vm.simulateLegacyTransaction(tx.bytes)
          : this.vm.simulateVersionedTransaction(tx.bytes)
      if (result instanceof native.FailedTransactionMetadata)
        return { ...toExecution(result), after: new Map() }
      return {
        ...toExecution(result.meta()),
        after: new Map(result.postAccounts().map((x) => [bytesToKey(x.address), fromNative(x.account())])),
      }
    } finally {
      this.vm.setSigverify(true)
    }
  }
}
