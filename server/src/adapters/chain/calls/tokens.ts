/** Mints and token accounts of both token programs, read by the programs' own codecs. */
import {
  AccountState,
  type Extension,
  type ExtensionArgs,
  getMintDecoder,
  getTokenSize,
  TOKEN_2022_PROGRAM_ADDRESS,
} from '@solana-program/token-2022'
import {
  AccountState as ClassicState,
  getMintDecoder as classicMintDecoder,
  getTokenDecoder,
  getMintSize as classicMintSize,
  getTokenSize as classicTokenSize,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { type Address, isSome, type Option, type Rpc, type SolanaRpcApi } from '@solana/kit'
import type { AccountAt } from '../../../ports/account-at.ts'
import type { AccountReads, Balances, TokenReads } from '../../../ports/chain.ts'
import type { ReadOptions, TokenAccount, TokenMint, TokenObstacle } from '../../../ports/chain-data.ts'
import type { MintPower } from '../../../ports/mint-power.ts'
import type { Ask } from './ask.ts'

export const TOKEN_PROGRAMS: readonly Address[] = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS]
/** The accounts of both token programs begin alike, and those of the older one end here. */
const TOKEN_BASE_BYTES = classicTokenSize()
/** The newer program's extensions hold zeros if no address is set. */
const NOBODY = '11111111111111111111111111111111'

export type RawAccount = {
  lamports: bigint
  owner: Address
  executable: boolean
  data: readonly [string, 'base64']
}
export type Accounts = (
  addresses: Address[],
  length: number,
  options?: ReadOptions,
) => Promise<{ account: RawAccount | null; slot: bigint }[]>

export function createTokenCalls(
  rpc: Rpc<SolanaRpcApi>,
  { ask, accounts }: { ask: Ask['ask']; accounts: Accounts },
): Pick<TokenReads, 'tokenMint' | 'tokenAccounts'> &
  Pick<Balances, 'accounts'> &
  Pick<AccountReads, 'accountAt'> {
  return {
    async tokenMint(mint) {
      const { value } = await ask((abortSignal) =>
        rpc.getAccountInfo(mint, { encoding: 'base64' }).send({ abortSignal }),
      )
      if (!value || !TOKEN_PROGRAMS.includes(value.owner)) return null
      const read = readMint(new Uint8Array(Buffer.from(value.data[0], 'base64')))
      if (read === null) return null
      const charging = findExtension(read.extensions ?? [], 'TransferFeeConfig')
      const { epoch } = charging
        ? await ask((abortSignal) => rpc.getEpochInfo().send({ abortSignal }))
        : { epoch: 0n }
      return toMint({ mint, program: value.owner, read, epoch })
    },

    async tokenAccounts(addresses, options) {
      const found = await accounts(addresses, TOKEN_BASE_BYTES, options)
      return found.map(({ account, slot }) => ({ slot, account: account && toAccount(account) }))
    },

    async accounts(addresses, options) {
      const found = await accounts(addresses, TOKEN_BASE_BYTES, options)
      return found.map(({ account, slot }) => ({
        lamports: account?.lamports ?? null,
        token: account && toAccount(account),
        slot,
      }))
    },

    async accountAt(address) {
      // One byte more than the base: that byte is the account type of the newer program.
      const [found] = await accounts([address], TOKEN_BASE_BYTES + 1)
      return found?.account ? toAccountAt(found.account) : null
    },
  }
}

export const findExtension = <K extends Extension['__kind']>(extensions: readonly Extension[], kind: K) =>
  extensions.find((one): one is Extract<Extension, { __kind: K }> => one.__kind === kind)

/** After the common base, an account of the newer program has its type: `getMintSize` of its package. */
const MINT = 1

export type MintData = {
  decimals: number
  supply: bigint
  mintAuthority: Address | null
  freezeAuthority: Address | null
  extensions: readonly Extension[] | null
}
const orNull = (authority: Option<Address>) => (isSome(authority) ? authority.value : null)

/** null: no mint. `extensions` null: one of them is unknown to the codec. */
export function readMint(data: Uint8Array): MintData | null {
  if (data.length !== classicMintSize() && data[TOKEN_BASE_BYTES] !== MINT) return null
  const { isInitialized, decimals, supply, ...by } = classicMintDecoder().decode(data)
  if (!isInitialized) return null
  const mintAuthority = orNull(by.mintAuthority)
  const freezeAuthority = orNull(by.freezeAuthority)
  const base = { decimals, supply, mintAuthority, freezeAuthority }
  try {
    const { extensions } = getMintDecoder().decode(data)
    return { ...base, extensions: isSome(extensions) ? extensions.value : [] }
  } catch {
    return { ...base, extensions: null }
  }
}

/**
 * The extensions that the newer program adds to each account of such a mint: `get_required_init_account_extensions` of
 * its source; the associated token program adds the immutable owner.
 */
function accountBytes(program: Address, extensions: readonly Extension[]): number {
  if (program === TOKEN_PROGRAM_ADDRESS) return TOKEN_BASE_BYTES
  const has = (kind: Extension['__kind']) => findExtension(extensions, kind) !== undefined
  const added: ExtensionArgs[] = [{ __kind: 'ImmutableOwner' }]
  if (has('TransferFeeConfig')) added.push({ __kind: 'TransferFeeAmount', withheldAmount: 0n })
  if (has('NonTransferable')) added.push({ __kind: 'NonTransferableAccount' })
  if (has('TransferHook')) added.push({ __kind: 'TransferHookAccount', transferring: false })
  if (has('PausableConfig')) added.push({ __kind: 'PausableAccount' })
  return getTokenSize(added)
}

function collectObstacles(extensions: readonly Extension[]): TokenObstacle[] {
  const hook = findExtension(extensions, 'TransferHook')
  const delegate = findExtension(extensions, 'PermanentDelegate')
  return [
    ...(hook && hook.programId !== NOBODY ? (['transfer_hook'] as const) : []),
    ...(delegate && delegate.delegate !== NOBODY ? (['permanent_delegate'] as const) : []),
    ...(findExtension(extensions, 'NonTransferable') ? (['non_transferable'] as const) : []),
    ...(findExtension(extensions, 'PausableConfig')?.paused ? (['paused'] as const) : []),
  ]
}

/** The authority over an extension can turn it against holders, whatever it does today. */
function collectPowers(extensions: readonly Extension[]): MintPower[] {
  const fee = findExtension(extensions, 'TransferFeeConfig')
  const fees = fee ? [fee.olderTransferFee, fee.newerTransferFee] : []
  const charges = fees.some(({ transferFeeBasisPoints: points }) => points > 0)
  const hook = findExtension(extensions, 'TransferHook')
  const delegate = findExtension(extensions, 'PermanentDelegate')
  const pause = findExtension(extensions, 'PausableConfig')
  const byDefault = findExtension(extensions, 'DefaultAccountState')
  const has: Record<MintPower, boolean | undefined> = {
    transfer_fee: fee && (charges || fee.transferFeeConfigAuthority !== NOBODY),
    transfer_hook: hook && (hook.programId !== NOBODY || hook.authority !== NOBODY),
    permanent_delegate: delegate && delegate.delegate !== NOBODY,
    starts_frozen: byDefault?.state === AccountState.Frozen,
    pausable: pause && (pause.paused || isSome(pause.authority)),
  }
  return (Object.keys(has) as MintPower[]).filter((power) => has[power])
}

function toMint(found: { mint: Address; program: Address; read: MintData; epoch: bigint }): TokenMint {
  const { mint, program, read, epoch } = found
  const extensions = read.extensions ?? []
  const charging = findExtension(extensions, 'TransferFeeConfig')
  const due =
    charging &&
    (epoch >= charging.newerTransferFee.epoch ? charging.newerTransferFee : charging.olderTransferFee)
  return {
    mint,
    program,
    decimals: read.decimals,
    supply: read.supply,
    accountBytes: accountBytes(program, extensions),
    transferFee: due ? { basisPoints: due.transferFeeBasisPoints, maximum: due.maximumFee } : null,
    startsFrozen: findExtension(extensions, 'DefaultAccountState')?.state === AccountState.Frozen,
    obstacles: read.extensions === null ? ['unknown_extension'] : collectObstacles(extensions),
    mintAuthority: read.mintAuthority,
    freezeAuthority: read.freezeAuthority,
    powers: collectPowers(extensions),
  }
}

function toAccountAt(raw: RawAccount): AccountAt {
  const { lamports, owner: program, executable } = raw
  const there = { lamports, program, executable }
  if (!TOKEN_PROGRAMS.includes(program)) return { ...there, is: 'other', owner: null }
  const data = new Uint8Array(Buffer.from(raw.data[0], 'base64'))
  // The older program has longer accounts, too: its multisigs.
  if (program === TOKEN_PROGRAM_ADDRESS && data.length > TOKEN_BASE_BYTES)
    return { ...there, is: 'other', owner: null }
  const mint = readMint(data)
  const token = mint === null ? toAccount(raw) : null
  const is = mint ? 'mint' : token ? 'token-account' : 'other'
  return { ...there, is, owner: token?.owner ?? null }
}

/** null: no token account, or one that is not initialised. */
function toAccount({ lamports, owner: program, data }: RawAccount): TokenAccount | null {
  if (!TOKEN_PROGRAMS.includes(program)) return null
  const bytes = new Uint8Array(Buffer.from(data[0], 'base64'))
  if (bytes.length < TOKEN_BASE_BYTES) return null
  const { mint, owner, amount, state, closeAuthority } = getTokenDecoder().decode(bytes)
  if (state === ClassicState.Uninitialized) return null
  const mayClose = !isSome(closeAuthority) || closeAuthority.value === owner
  return { mint, owner, amount, frozen: state === ClassicState.Frozen, lamports, mayClose }
}
