import { LAMPORTS_PER_SIGNATURE, MAX_UNITS, UNITS_PER_BUILTIN, UNITS_PER_INSTRUCTION } from '../constants.ts'
import { keyFrom } from '../base58.ts'
import { BUILTINS, COMPUTE_BUDGET } from '../programs.ts'
import type { WireTransaction } from '../wire/parse.ts'

/** Precompiles charge for each signature they check; its number is the first byte of their data. */
const VERIFIERS = new Set(
  [
    'Ed25519SigVerify111111111111111111111111111',
    'KeccakSecp256k11111111111111111111111111111',
    'Secp256r1SigVerify1111111111111111111111111',
  ].map(keyFrom),
)

type Priced = Pick<WireTransaction, 'version' | 'required' | 'keys' | 'instructions' | 'config'>

/** Lamports that a transaction costs, whether it succeeds or fails: signatures and priority fee. */
export function computeFee(tx: Priced): bigint {
  let signatures = BigInt(tx.required)
  for (const ix of tx.instructions)
    if (VERIFIERS.has(tx.keys[ix.program]!)) signatures += BigInt(ix.data[0] ?? 0)
  return signatures * LAMPORTS_PER_SIGNATURE + priorityFee(tx)
}

function priorityFee(tx: Priced): bigint {
  if (tx.version === 1) return tx.config?.priorityFee ?? 0n
  let price = 0n
  let limit: bigint | undefined
  let units = 0
  for (const ix of tx.instructions) {
    const program = tx.keys[ix.program]!
    units += BUILTINS.has(program) ? UNITS_PER_BUILTIN : UNITS_PER_INSTRUCTION
    if (program !== COMPUTE_BUDGET) continue
    if (ix.data[0] === 3 && ix.data.length >= 9) price = ix.data.readBigUInt64LE(1)
    if (ix.data[0] === 2 && ix.data.length >= 5) limit = BigInt(ix.data.readUInt32LE(1))
  }
  if (price === 0n) return 0n
  const most = BigInt(MAX_UNITS)
  const asked = limit ?? BigInt(units)
  const micro = price * (asked < most ? asked : most)
  return (micro + 999_999n) / 1_000_000n
}
