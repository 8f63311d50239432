import { addressOf, encodeBase58, keyAt, type Key } from '../base58.ts'
import { ASSOCIATED_TOKEN, isMemoProgram, isTokenProgram, SYSTEM, TOKEN } from '../programs.ts'
import { tokenAmount } from './token-amount.ts'

interface Call {
  program: number
  accounts: Uint8Array
  data: Uint8Array
}

type Parsed = { type: string; info: Record<string, unknown> } | undefined

/** Names for the accounts of an instruction, in order. */
const named = (names: string[], accounts: string[]): Record<string, unknown> =>
  Object.fromEntries(names.slice(0, accounts.length).map((name, i) => [name, accounts[i]]))

function system(data: Buffer, a: string[]): Parsed {
  switch (data.readUInt32LE(0)) {
    case 0:
      return {
        type: 'createAccount',
        info: {
          source: a[0],
          newAccount: a[1],
          lamports: data.readBigUInt64LE(4),
          space: data.readBigUInt64LE(12),
          owner: addressOf(keyAt(data, 20)),
        },
      }
    case 1:
      return { type: 'assign', info: { account: a[0], owner: addressOf(keyAt(data, 4)) } }
    case 2:
      return {
        type: 'transfer',
        info: { source: a[0], destination: a[1], lamports: data.readBigUInt64LE(4) },
      }
    case 4:
      return {
        type: 'advanceNonce',
        info: named(['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'], a),
      }
    case 5: {
      const info = named(
        ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
        a,
      )
      return { type: 'withdrawFromNonce', info: { ...info, lamports: data.readBigUInt64LE(4) } }
    }
    case 6:
      return {
        type: 'initializeNonce',
        info: {
          ...named(['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'], a),
          nonceAuthority: addressOf(keyAt(data, 4)),
        },
      }
    case 8:
      return { type: 'allocate', info: { account: a[0], space: data.readBigUInt64LE(4) } }
    default:
      return undefined
  }
}

/** Signers of a token instruction: one authority, or a multisig with those who signed. */
function authority(name: string, a: string[], from: number): Record<string, unknown> {
  if (a.length <= from + 1) return { [name]: a[from] }
  return { [`multisig${name[0]!.toUpperCase()}${name.slice(1)}`]: a[from], signers: a.slice(from + 1) }
}

const AUTHORITY_TYPES = ['mintTokens', 'freezeAccount', 'accountOwner', 'closeAccount']

function initializeMint(type: string, data: Buffer, a: string[], info: Record<string, unknown>): Parsed {
  return {
    type,
    info: {
      mint: a[0],
      ...info,
      decimals: data[1],
      mintAuthority: addressOf(keyAt(data, 2)),
      ...(data[34] === 1 ? { freezeAuthority: addressOf(keyAt(data, 35)) } : {}),
    },
  }
}

function token(data: Buffer, a: string[]): Parsed {
  const amount = (): string => data.readBigUInt64LE(1).toString()
  const checked = (): unknown => tokenAmount(data.readBigUInt64LE(1), data[9]!)
  switch (data[0]) {
    case 0:
      return initializeMint('initializeMint', data, a, { rentSysvar: a[1] })
    case 1:
      return { type: 'initializeAccount', info: named(['account', 'mint', 'owner', 'rentSysvar'], a) }
    case 3:
      return {
        type: 'transfer',
        info: { source: a[0], destination: a[1], amount: amount(), ...authority('authority', a, 2) },
      }
    case 4:
      return {
        type: 'approve',
        info: { source: a[0], delegate: a[1], amount: amount(), ...authority('owner', a, 2) },
      }
    case 5:
      return { type: 'revoke', info: { source: a[0], ...authority('owner', a, 1) } }
    case 6: {
      const newAuthority = data[2] === 1 ? addressOf(keyAt(data, 3)) : null
      const info = { account: a[0], authorityType: AUTHORITY_TYPES[data[1]!], newAuthority }
      return { type: 'setAuthority', info: { ...info, ...authority('authority', a, 1) } }
    }
    case 7:
      return {
        type: 'mintTo',
        info: { mint: a[0], account: a[1], amount: amount(), ...authority('mintAuthority', a, 2) },
      }
    case 8:
      return {
        type: 'burn',
        info: { account: a[0], mint: a[1], amount: amount(), ...authority('authority', a, 2) },
      }
    case 9:
      return { type: 'closeAccount', info: { account: a[0], destination: a[1], ...authority('owner', a, 2) } }
    case 10:
    case 11:
      return {
        type: data[0] === 10 ? 'freezeAccount' : 'thawAccount',
        info: { account: a[0], mint: a[1], ...authority('freezeAuthority', a, 2) },
      }
    case 12:
      return {
        type: 'transferChecked',
        info: {
          source: a[0],
          mint: a[1],
          destination: a[2],
          tokenAmount: checked(),
          ...authority('authority', a, 3),
        },
      }
    case 13:
      return {
        type: 'approveChecked',
        info: {
          source: a[0],
          mint: a[1],
          delegate: a[2],
          tokenAmount: checked(),
          ...authority('owner', a, 3),
        },
      }
    case 14:
      return {
        type: 'mintToChecked',
        info: { mint: a[0], account: a[1], tokenAmount: checked(), ...authority('mintAuthority', a, 2) },
      }
    case 15:
      return {
        type: 'burnChecked',
        info: { account: a[0], mint: a[1], tokenAmount: checked(), ...authority('authority', a, 2) },
      }
    case 16:
    case 18:
      return {
        type: data[0] === 16 ? 'initializeAccount2' : 'initializeAccount3',
        info: {
          account: a[0],
          mint: a[1],
          owner: addressOf(keyAt(data, 1)),
          ...(data[0] === 16 ? { rentSysvar: a[2] } : {}),
        },
      }
    case 17:
      return { type: 'syncNative', info: { account: a[0] } }
    case 20:
      return initializeMint('initializeMint2', data, a, {})
    case 21:
      return { type: 'getAccountDataSize', info: { mint: a[0] } }
    case 22:
      return { type: 'initializeImmutableOwner', info: { account: a[0] } }
    default:
      return undefined
  }
}

function associatedToken(data: Buffer, a: string[]): Parsed {
  const names = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram']
  return (data[0] ?? 0) > 1
    ? undefined
    : { type: data[0] === 1 ? 'createIdempotent' : 'create', info: named(names, a) }
}

/** An instruction in the RPC's parsed form; of unknown programs with addresses in place of indexes. */
export function parseInstruction(ix: Call, keys: readonly Key[], stackHeight: number): unknown {
  const programKey = keys[ix.program]!
  const programId = addressOf(programKey)
  const accounts = [...ix.accounts].map((i) => addressOf(keys[i]!))
  const data = Buffer.from(ix.data.buffer, ix.data.byteOffset, ix.data.length)
  if (isMemoProgram(programKey))
    return { parsed: data.toString('utf8'), program: 'spl-memo', programId, stackHeight }
  try {
    if (programKey === SYSTEM) return known('system', system(data, accounts))
    if (isTokenProgram(programKey))
      return known(programKey === TOKEN ? 'spl-token' : 'spl-token-2022', token(data, accounts))
    if (programKey === ASSOCIATED_TOKEN)
      return known('spl-associated-token-account', associatedToken(data, accounts))
  } catch {
    // Truncated data: returned unparsed.
  }
  return { accounts, data: encodeBase58(data), programId, stackHeight }

  function known(program: string, parsed: Parsed): unknown {
    if (!parsed) return { accounts, data: encodeBase58(data), programId, stackHeight }
    return { parsed, program, programId, stackHeight }
  }
}
