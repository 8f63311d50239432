import { toAddress, type Key } from '../base58.ts'
import type { Account } from '../chain/accounts.ts'
import { accountFormat, encodeAccount } from '../encode/account.ts'
import { MAX_MULTIPLE_ACCOUNTS } from '../constants.ts'
import { invalidParams } from './errors.ts'
import { readFilters } from './filters.ts'
import type { Methods } from './context.ts'
import { configAt, keyAtIndex, resolveSlot, toKey, withContext } from './params.ts'

/** Calls that read accounts. */
export const accountMethods: Methods = {
  getAccountInfo({ bank }, params) {
    const key = keyAtIndex(params, 0)
    const config = configAt(params, 1)
    const slot = resolveSlot(bank, config)
    const format = accountFormat(config, 'binary', (k) => bank.read(k, slot))
    return withContext(slot, encodeAccount(bank.read(key, slot), format))
  },

  getMultipleAccounts({ bank }, params) {
    const list = params[0]
    if (!Array.isArray(list)) throw invalidParams('Invalid params: invalid type, expected a sequence')
    if (list.length > MAX_MULTIPLE_ACCOUNTS)
      throw invalidParams(`Too many inputs provided; max ${MAX_MULTIPLE_ACCOUNTS}`)
    const keys = list.map(toKey)
    const config = configAt(params, 1)
    const slot = resolveSlot(bank, config)
    const format = accountFormat(config, 'base64', (k) => bank.read(k, slot))
    return withContext(
      slot,
      keys.map((key) => encodeAccount(bank.read(key, slot), format)),
    )
  },

  getBalance({ bank }, params) {
    const key = keyAtIndex(params, 0)
    const slot = resolveSlot(bank, configAt(params, 1))
    return withContext(slot, bank.read(key, slot)?.lamports ?? 0n)
  },

  getProgramAccounts({ bank }, params) {
    const program = keyAtIndex(params, 0)
    const config = configAt(params, 1)
    const slot = resolveSlot(bank, config)
    const filters = readFilters(config.filters, program)
    const format = accountFormat(config, 'binary', (k) => bank.read(k, slot))
    const found: { pubkey: string; account: unknown }[] = []
    for (const [key, account] of bank.accounts.ofProgram(program, slot, filters.hint))
      if (filters.matches(account))
        found.push({ pubkey: toAddress(key), account: encodeAccount(account, format) })
    return config.withContext === true ? withContext(slot, found) : found
  },

  getLargestAccounts({ bank }, params) {
    const slot = resolveSlot(bank, configAt(params, 0))
    const top: [Key, Account][] = []
    for (const entry of bank.accounts.allAt(slot)) {
      if (top.length === 20 && entry[1].lamports <= top[19]![1].lamports) continue
      top.push(entry)
      top.sort((a, b) => (b[1].lamports > a[1].lamports ? 1 : -1))
      top.length = Math.min(top.length, 20)
    }
    return withContext(
      slot,
      top.map(([key, account]) => ({ address: toAddress(key), lamports: account.lamports })),
    )
  },
}
