import { toAddress, keyAt, type Key } from '../base58.ts'
import { parseTokenAccount, type Account } from '../chain/accounts.ts'
import type { Bank } from '../chain/bank.ts'
import { getDecimals, u64At } from '../chain/record/token-balances.ts'
import { accountFormat, encodeAccount } from '../encode/account.ts'
import { tokenAmount } from '../encode/token-amount.ts'
import { isTokenProgram, TOKEN, TOKEN_2022 } from '../programs.ts'
import { invalidParams } from './errors.ts'
import type { Methods } from './context.ts'
import { configAt, keyAtIndex, resolveSlot, toKey, withContext, type Config } from './params.ts'

/** The filter of getTokenAccountsByOwner and ByDelegate: a mint, or a token program. */
function tokenFilter(bank: Bank, value: unknown, slot: number): { mint: Key | undefined; program: Key } {
  const filter = (value ?? {}) as Config
  if (typeof filter.mint === 'string') {
    const mint = toKey(filter.mint)
    const account = bank.read(mint, slot)
    if (!account || !isTokenProgram(account.owner)) throw invalidParams('Invalid param: could not find mint')
    return { mint, program: account.owner }
  }
  if (typeof filter.programId !== 'string') throw invalidParams('Invalid params: expected mint or programId')
  const program = toKey(filter.programId)
  if (!isTokenProgram(program)) throw invalidParams('Invalid param: unrecognized Token program id')
  return { mint: undefined, program }
}

function answer(bank: Bank, config: Config, slot: number, found: [Key, Account][]): unknown {
  const format = accountFormat(config, 'binary', (k) => bank.read(k, slot))
  return withContext(
    slot,
    found.map(([key, account]) => ({ account: encodeAccount(account, format), pubkey: toAddress(key) })),
  )
}

function mintAt(bank: Bank, key: Key, slot: number): Account {
  const mint = bank.read(key, slot)
  if (!mint) throw invalidParams('Invalid param: could not find mint')
  if (!isTokenProgram(mint.owner) || mint.data.length < 82 || parseTokenAccount(mint))
    throw invalidParams('Invalid param: not a Token mint')
  return mint
}

/** Calls about token accounts and mints of both token programs. */
export const tokenMethods: Methods = {
  getTokenAccountsByOwner({ bank }, params) {
    const tokenOwner = keyAtIndex(params, 0)
    const config = configAt(params, 2)
    const slot = resolveSlot(bank, config)
    const { mint, program } = tokenFilter(bank, params[1], slot)
    return answer(bank, config, slot, bank.accounts.ofProgram(program, slot, { tokenOwner, mint }))
  },

  getTokenAccountsByDelegate({ bank }, params) {
    const delegate = keyAtIndex(params, 0)
    const config = configAt(params, 2)
    const slot = resolveSlot(bank, config)
    const { mint, program } = tokenFilter(bank, params[1], slot)
    const found = bank.accounts
      .ofProgram(program, slot, mint === undefined ? undefined : { mint })
      .filter(([, account]) => {
        if (!parseTokenAccount(account)) return false
        const data = Buffer.from(account.data.buffer, account.data.byteOffset, 165)
        return data.readUInt32LE(72) === 1 && keyAt(data, 76) === delegate
      })
    return answer(bank, config, slot, found)
  },

  getTokenAccountBalance({ bank }, params) {
    const key = keyAtIndex(params, 0)
    const slot = resolveSlot(bank, configAt(params, 1))
    const account = bank.read(key, slot)
    if (!account) throw invalidParams('Invalid param: could not find account')
    const token = parseTokenAccount(account)
    if (!token) throw invalidParams('Invalid param: not a Token account')
    return withContext(slot, tokenAmount(u64At(account.data, 64), getDecimals(bank.read(token.mint, slot))))
  },

  getTokenSupply({ bank }, params) {
    const slot = resolveSlot(bank, configAt(params, 1))
    const mint = mintAt(bank, keyAtIndex(params, 0), slot)
    return withContext(slot, tokenAmount(u64At(mint.data, 36), getDecimals(mint)))
  },

  getTokenLargestAccounts({ bank }, params) {
    const slot = resolveSlot(bank, configAt(params, 1))
    const key = keyAtIndex(params, 0)
    const mint = mintAt(bank, key, slot)
    const program = mint.owner === TOKEN ? TOKEN : TOKEN_2022
    const largest = bank.accounts
      .ofProgram(program, slot, { mint: key })
      .map(([address, account]) => ({ address, amount: u64At(account.data, 64) }))
      .sort((a, b) => (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0))
      .slice(0, 20)
    return withContext(
      slot,
      largest.map(({ address, amount }) => ({
        address: toAddress(address),
        ...tokenAmount(amount, getDecimals(mint)),
      })),
    )
  },
}
