import { toAddress, encodeBase58, keyAt, type Key } from '../base58.ts'
import { ASSOCIATED_TOKEN, isMemoProgram, isTokenProgram, SYSTEM, TOKEN } from '../programs.ts'
import { nameAccounts, type Parsed } from './parsed.ts'
import { parseTokenInstruction } from './parsed-token-instructions.ts'

interface Call {
  program: number
  accounts: Uint8Array
  data: Uint8Array
}

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
          owner: toAddress(keyAt(data, 20)),
        },
      }
    case 1:
      return { type: 'assign', info: { account: a[0], owner: toAddress(keyAt(data, 4)) } }
    case 2:
      return {
        type: 'transfer',
        info: { source: a[0], destination: a[1], lamports: data.readBigUInt64LE(4) },
      }
    case 4:
      return {
        type: 'advanceNonce',
        info: nameAccounts(['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority'], a),
      }
    case 5: {
      const info = nameAccounts(
        ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
        a,
      )
      return { type: 'withdrawFromNonce', info: { ...info, lamports: data.readBigUInt64LE(4) } }
    }
    case 6:
      return {
        type: 'initializeNonce',
        info: {
          ...nameAccounts(['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'], a),
          nonceAuthority: toAddress(keyAt(data, 4)),
        },
      }
    case 8:
      return { type: 'allocate', info: { account: a[0], space: data.readBigUInt64LE(4) } }
    default:
      return undefined
  }
}

function associatedToken(data: Buffer, a: string[]): Parsed {
  const names = ['source', 'account', 'wallet', 'mint', 'systemProgram', 'tokenProgram']
  return (data[0] ?? 0) > 1
    ? undefined
    : { type: data[0] === 1 ? 'createIdempotent' : 'create', info: nameAccounts(names, a) }
}

/** An instruction in the RPC's parsed form; those of unknown programs have addresses in place of indexes. */
export function parseInstruction(ix: Call, keys: readonly Key[], stackHeight: number): unknown {
  const programKey = keys[ix.program]!
  const programId = toAddress(programKey)
  const accounts = [...ix.accounts].map((i) => toAddress(keys[i]!))
  const data = Buffer.from(ix.data.buffer, ix.data.byteOffset, ix.data.length)
  if (isMemoProgram(programKey))
    return { parsed: data.toString('utf8'), program: 'spl-memo', programId, stackHeight }
  try {
    if (programKey === SYSTEM) return known('system', system(data, accounts))
    if (isTokenProgram(programKey))
      return known(
        programKey === TOKEN ? 'spl-token' : 'spl-token-2022',
        parseTokenInstruction(data, accounts),
      )
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
