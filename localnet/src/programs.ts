/** Programs that the network parses, by key. */
import { keyFrom } from './base58.ts'

export const SYSTEM = keyFrom('11111111111111111111111111111111')
export const TOKEN = keyFrom('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA')
export const TOKEN_2022 = keyFrom('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb')
export const ASSOCIATED_TOKEN = keyFrom('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
export const MEMO = keyFrom('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr')
export const MEMO_V1 = keyFrom('Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo')
export const COMPUTE_BUDGET = keyFrom('ComputeBudget111111111111111111111111111111')
export const ADDRESS_LOOKUP_TABLE = keyFrom('AddressLookupTab1e1111111111111111111111111')
export const NATIVE_LOADER = keyFrom('NativeLoader1111111111111111111111111111111')
export const UPGRADEABLE_LOADER = keyFrom('BPFLoaderUpgradeab1e11111111111111111111111')
export const SYSVAR_OWNER = keyFrom('Sysvar1111111111111111111111111111111111111')

/** Owners of LiteSVM's own accounts. */
export const BUILTIN_OWNERS = [
  NATIVE_LOADER,
  UPGRADEABLE_LOADER,
  keyFrom('BPFLoader2111111111111111111111111111111111'),
  keyFrom('BPFLoader1111111111111111111111111111111111'),
  keyFrom('Config1111111111111111111111111111111111111'),
  keyFrom('Feature111111111111111111111111111111111111'),
  SYSVAR_OWNER,
]

/** Builtin programs, with their smaller default of compute units. */
export const BUILTINS = new Set([
  SYSTEM,
  COMPUTE_BUDGET,
  keyFrom('Vote111111111111111111111111111111111111111'),
  keyFrom('BPFLoader1111111111111111111111111111111111'),
  keyFrom('BPFLoader2111111111111111111111111111111111'),
  UPGRADEABLE_LOADER,
  keyFrom('Secp256r1SigVerify1111111111111111111111111'),
  keyFrom('KeccakSecp256k11111111111111111111111111111'),
  keyFrom('Ed25519SigVerify111111111111111111111111111'),
])

export const isTokenProgram = (key: string): boolean => key === TOKEN || key === TOKEN_2022
export const isMemoProgram = (key: string): boolean => key === MEMO || key === MEMO_V1
