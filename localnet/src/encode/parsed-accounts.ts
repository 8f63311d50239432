import { toAddress, keyAt, type Key } from '../base58.ts'
import { parseTokenAccount, type Account } from '../chain/accounts.ts'
import { parseNonceState } from '../chain/nonce.ts'
import { getDecimals } from '../chain/record/token-balances.ts'
import { isTokenProgram, SYSVAR_OWNER, TOKEN } from '../programs.ts'
import { parseExtensions } from './token-extensions.ts'
import { tokenAmount } from './token-amount.ts'

interface Parsed {
  program: string
  parsed: { type: string; info: Record<string, unknown> } | { type: string }
  space: number
}

/** An address that may be absent: a 32-bit tag, then the key (COption). */
const optionalKey = (data: Buffer, at: number): string | null =>
  data.readUInt32LE(at) === 1 ? toAddress(keyAt(data, at + 4)) : null

const STATES = ['uninitialized', 'initialized', 'frozen']

function tokenAccount(data: Buffer, owner: Key, decimals: number): Record<string, unknown> {
  const delegate = optionalKey(data, 72)
  const native = data.readUInt32LE(109) === 1
  const extensions = owner === TOKEN ? undefined : parseExtensions(data)
  return {
    isNative: native,
    mint: toAddress(keyAt(data, 0)),
    owner: toAddress(keyAt(data, 32)),
    state: STATES[data[108]!] ?? 'uninitialized',
    tokenAmount: tokenAmount(data.readBigUInt64LE(64), decimals),
    ...(delegate ? { delegate, delegatedAmount: tokenAmount(data.readBigUInt64LE(121), decimals) } : {}),
    ...(native ? { rentExemptReserve: tokenAmount(data.readBigUInt64LE(113), decimals) } : {}),
    ...(data.readUInt32LE(129) === 1 ? { closeAuthority: toAddress(keyAt(data, 133)) } : {}),
    ...(extensions ? { extensions } : {}),
  }
}

function mint(data: Buffer, owner: Key): Record<string, unknown> {
  const extensions = owner === TOKEN ? undefined : parseExtensions(data)
  return {
    decimals: data[44],
    freezeAuthority: optionalKey(data, 46),
    isInitialized: data[45] === 1,
    mintAuthority: optionalKey(data, 0),
    supply: data.readBigUInt64LE(36).toString(),
    ...(extensions ? { extensions } : {}),
  }
}

function sysvar(data: Buffer): Parsed['parsed'] | undefined {
  if (data.length === 40)
    return {
      type: 'clock',
      info: {
        slot: data.readBigUInt64LE(0),
        epochStartTimestamp: data.readBigInt64LE(8),
        epoch: data.readBigUInt64LE(16),
        leaderScheduleEpoch: data.readBigUInt64LE(24),
        unixTimestamp: data.readBigInt64LE(32),
      },
    }
  if (data.length === 17)
    return {
      type: 'rent',
      info: {
        lamportsPerByteYear: data.readBigUInt64LE(0).toString(),
        exemptionThreshold: data.readDoubleLE(8),
        burnPercent: data[16],
      },
    }
  return undefined
}

/** An account in the RPC's jsonParsed form; undefined when it is unknown, and then sent as base64. */
export function parseAccount(account: Account, read: (key: Key) => Account | undefined): Parsed | undefined {
  const data = Buffer.from(account.data.buffer, account.data.byteOffset, account.data.length)
  const space = data.length
  if (isTokenProgram(account.owner)) {
    const program = account.owner === TOKEN ? 'spl-token' : 'spl-token-2022'
    const token = parseTokenAccount(account)
    if (token && data[108] !== 0)
      return {
        program,
        parsed: { info: tokenAccount(data, account.owner, getDecimals(read(token.mint))), type: 'account' },
        space,
      }
    if (!token && (space === 82 || space > 165) && space !== 355)
      return { program, parsed: { info: mint(data, account.owner), type: 'mint' }, space }
    return undefined
  }
  const nonce = parseNonceState(account)
  if (nonce) {
    const info = {
      authority: toAddress(nonce.authority),
      blockhash: toAddress(nonce.nonce),
      feeCalculator: { lamportsPerSignature: nonce.lamportsPerSignature.toString() },
    }
    return { program: 'nonce', parsed: { info, type: 'initialized' }, space }
  }
  if (account.owner === SYSVAR_OWNER) {
    const parsed = sysvar(data)
    return parsed && { program: 'sysvar', parsed, space }
  }
  return undefined
}
