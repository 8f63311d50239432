/** Instructions of the token programs, by the first byte of their data, in the RPC's parsed form. */
import { toAddress, keyAt } from '../base58.ts'
import { nameAccounts, type Parsed } from './parsed.ts'
import { tokenAmount } from './token-amount.ts'

/** Signers of a token instruction: one authority, or a multisig with those who signed. */
function authority(name: string, a: string[], from: number): Record<string, unknown> {
  if (a.length <= from + 1) return { [name]: a[from] }
  return { [`multisig${name[0]!.toUpperCase()}${name.slice(1)}`]: a[from], signers: a.slice(from + 1) }
}

const amount = (data: Buffer): string => data.readBigUInt64LE(1).toString()
const checkedAmount = (data: Buffer): unknown => tokenAmount(data.readBigUInt64LE(1), data[9]!)

const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']

const initializeMint = (data: Buffer, a: string[], sysvars: Record<string, unknown>) => ({
  mint: a[0],
  ...sysvars,
  decimals: data[1],
  mintAuthority: toAddress(keyAt(data, 2)),
  ...(data[34] === 1 ? { freezeAuthority: toAddress(keyAt(data, 35)) } : {}),
})

const initializeAccount = (data: Buffer, a: string[], sysvars: Record<string, unknown>) => ({
  account: a[0],
  mint: a[1],
  owner: toAddress(keyAt(data, 1)),
  ...sysvars,
})

function setAuthority(data: Buffer, a: string[]): Record<string, unknown> {
  const newAuthority = data[2] === 1 ? toAddress(keyAt(data, 3)) : null
  return {
    account: a[0],
    authorityType: AUTHORITY_TYPES[data[1]!],
    newAuthority,
    ...authority('authority', a, 1),
  }
}

const freeze = (_: Buffer, a: string[]) => ({
  account: a[0],
  mint: a[1],
  ...authority('freezeAuthority', a, 2),
})

type Instruction = [type: string, info: (data: Buffer, accounts: string[]) => Record<string, unknown>]

const INSTRUCTIONS: Record<number, Instruction> = {
  0: ['initializeMint', (data, a) => initializeMint(data, a, { rentSysvar: a[1] })],
  1: ['initializeAccount', (_, a) => nameAccounts(['account', 'mint', 'owner', 'rentSysvar'], a)],
  3: [
    'transfer',
    (data, a) => ({
      source: a[0],
      destination: a[1],
      amount: amount(data),
      ...authority('authority', a, 2),
    }),
  ],
  4: [
    'approve',
    (data, a) => ({ source: a[0], delegate: a[1], amount: amount(data), ...authority('owner', a, 2) }),
  ],
  5: ['revoke', (_, a) => ({ source: a[0], ...authority('owner', a, 1) })],
  6: ['setAuthority', setAuthority],
  7: [
    'mintTo',
    (data, a) => ({ mint: a[0], account: a[1], amount: amount(data), ...authority('mintAuthority', a, 2) }),
  ],
  8: [
    'burn',
    (data, a) => ({ account: a[0], mint: a[1], amount: amount(data), ...authority('authority', a, 2) }),
  ],
  9: ['closeAccount', (_, a) => ({ account: a[0], destination: a[1], ...authority('owner', a, 2) })],
  10: ['freezeAccount', freeze],
  11: ['thawAccount', freeze],
  12: [
    'transferChecked',
    (data, a) => ({
      source: a[0],
      mint: a[1],
      destination: a[2],
      tokenAmount: checkedAmount(data),
      ...authority('authority', a, 3),
    }),
  ],
  13: [
    'approveChecked',
    (data, a) => ({
      source: a[0],
      mint: a[1],
      delegate: a[2],
      tokenAmount: checkedAmount(data),
      ...authority('owner', a, 3),
    }),
  ],
  14: [
    'mintToChecked',
    (data, a) => ({
      mint: a[0],
      account: a[1],
      tokenAmount: checkedAmount(data),
      ...authority('mintAuthority', a, 2),
    }),
  ],
  15: [
    'burnChecked',
    (data, a) => ({
      account: a[0],
      mint: a[1],
      tokenAmount: checkedAmount(data),
      ...authority('authority', a, 2),
    }),
  ],
  16: ['initializeAccount2', (data, a) => initializeAccount(data, a, { rentSysvar: a[2] })],
  17: ['syncNative', (_, a) => ({ account: a[0] })],
  18: ['initializeAccount3', (data, a) => initializeAccount(data, a, {})],
  20: ['initializeMint2', (data, a) => initializeMint(data, a, {})],
  21: ['getAccountDataSize', (_, a) => ({ mint: a[0] })],
  22: ['initializeImmutableOwner', (_, a) => ({ account: a[0] })],
}

/** undefined: an instruction that the RPC does not parse. Throws on truncated data. */
export function parseTokenInstruction(data: Buffer, accounts: string[]): Parsed {
  const [type, info] = INSTRUCTIONS[data[0] ?? -1] ?? []
  return type === undefined || info === undefined ? undefined : { type, info: info(data, accounts) }
}
