import { randomBytes } from 'node:crypto'
import type { Key } from '../base58.ts'
import { FINALIZED_AFTER, FIRST_SLOT } from '../constants.ts'
import type { Saved, Store, Snapshot } from '../disk/store.ts'
import { parseTransaction } from '../wire/parse.ts'
import { Accounts, type Account } from './accounts.ts'
import { Bank } from './bank.ts'
import { Blockhashes } from './blockhashes.ts'
import { Clock } from './clock.ts'
import { genesisMints, genesisWallets } from './genesis.ts'
import { History, getKeys, type TxEntry } from './record/history.ts'
import { mirroredAccount } from './mirror.ts'
import { formatMemo } from './record/record.ts'
import { FIRST_SETTINGS, given, type Rules } from './rules.ts'
import { Svm } from './svm.ts'

export type OpenOptions = { steered: boolean } & { [K in keyof Rules]?: Rules[K] | undefined }

/**
 * Opens the chain of a store, or a new one; without a store it is in memory. Given rules apply from now on; the others
 * stay.
 */
export async function openBank(
  store: Store | undefined,
  { steered, ...options }: OpenOptions,
): Promise<Bank> {
  const rules = given(options)
  const saved = store?.load()
  const settings = saved && store ? store.settings.load() : { ...FIRST_SETTINGS, ...rules }
  const svm = new Svm(settings.rentPerByte)
  const accounts = new Accounts()
  const builtins = new Map(svm.builtins())
  for (const [key, account] of builtins) accounts.setBase(key, account)
  const history = new History(FIRST_SLOT)
  const mints = await genesisMints((bytes) => svm.computeRent(bytes))
  if (saved) {
    for (const [key, account] of saved.accounts) accounts.setBase(key, account)
    // The ledger has later states of mirrored mints that were used since.
    for (const mint of settings.mirrored)
      if (!accounts.get(mint.key)) accounts.setBase(mint.key, mirroredAccount(mint))
    const { slot, count, time } = restore(saved, accounts, history)
    // The genesis of earlier versions had two mints at wrong addresses: those stay, the right ones are added.
    for (const [mint, holding] of mints)
      if (!accounts.get(mint[0])) for (const one of [mint, holding]) accounts.setBase(...one)
    writeAll(svm, accounts, builtins)
    const bank = createBank(saved.salt, slot, count, time)
    bank.change(rules)
    return bank
  }
  const genesis = [...genesisWallets(), ...mints.flat()]
  for (const [key, account] of genesis) accounts.setBase(key, account)
  writeAll(svm, accounts, builtins)
  const salt = randomBytes(32)
  const first: Snapshot = {
    salt,
    slot: FIRST_SLOT,
    time: Math.floor(Date.now() / 1000),
    count: 0,
    accounts: genesis,
  }
  store?.settings.save(settings)
  store?.lease(FIRST_SLOT + FINALIZED_AFTER)
  store?.snapshot(first)
  // Genesis is finalized from the start.
  return createBank(salt, FIRST_SLOT + FINALIZED_AFTER, 0, first.time)

  function createBank(salt: Uint8Array, slot: number, count: number, time: number): Bank {
    const clock = new Clock(steered, time * 1000, settings.slotMs)
    const blockhashes = new Blockhashes(salt, slot)
    return new Bank({
      svm,
      accounts,
      history,
      blockhashes,
      builtins,
      clock,
      store,
      settings,
      salt,
      slot,
      count,
    })
  }
}

/** Restores the ledger's accounts and history; returns the slot to continue at, one that was never used before. */
function restore(
  saved: Saved,
  accounts: Accounts,
  history: History,
): { slot: number; count: number; time: number } {
  let { slot, count, time } = saved
  let firstSlot: number | undefined
  for (const { stored, fresh } of saved.slots) {
    // The first ledger file may have been deleted; history then begins later.
    firstSlot ??= stored.count > stored.records.length ? stored.slot : FIRST_SLOT
    for (const { record, place } of stored.records) {
      const tx = parseTransaction(Buffer.from(record.wire))
      const entry: TxEntry = {
        signature: tx.signature,
        slot: record.slot,
        time: record.time,
        err: record.err,
        memo: formatMemo(tx),
        record: undefined,
        place,
      }
      const keys = getKeys(record, tx)
      history.add(entry, keys)
      if (fresh && record.plain)
        for (const i of record.changed) accounts.setLamports(keys[i]!, record.post[i]!, record.slot)
    }
    if (fresh) {
      for (const [key, account] of stored.accounts)
        accounts.set(key, account && { ...account, data: account.data.slice() }, stored.slot)
      accounts.root(stored.slot - FINALIZED_AFTER)
    }
    slot = Math.max(slot, stored.slot)
    count = Math.max(count, stored.count)
    time = Math.max(time, stored.time)
  }
  history.forget(firstSlot ?? FIRST_SLOT)
  slot = Math.max(slot + 1, saved.lease)
  accounts.root(slot - FINALIZED_AFTER)
  return { slot, count, time }
}

/** Sets all accounts that differ from LiteSVM's own; programs last, since they need their data accounts. */
function writeAll(svm: Svm, accounts: Accounts, builtins: Map<Key, Account>): void {
  const programs: [Key, Account][] = []
  for (const [key, account] of accounts.allAt(Number.MAX_SAFE_INTEGER)) {
    if (builtins.get(key) === account) continue
    if (account.executable) programs.push([key, account])
    else svm.write(key, account)
  }
  for (const [key, account] of programs) svm.write(key, account)
}
