/** The parts of a transaction's bytes that the modelled chain reads. */
import {
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'

const SYSTEM = '11111111111111111111111111111111'
const TRANSFER = 2
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const TRANSFER_CHECKED = 12
const CLOSE = 9
const ASSOCIATED = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'

export type Parsed = {
  signature: Signature
  bytes: Uint8Array
  signers: number
  payer: string
  blockhash: string
  moves: Move[]
  memo: string | null
}
/** SOL, units between token accounts, an account that `from` opens for its owner, or one that is closed in favour of `to`. */
export type Move = { from: string; to: string } & (
  | { what: 'lamports'; lamports: bigint }
  | { what: 'units'; units: bigint }
  | { what: 'open'; owner: string }
  | { what: 'close' }
)

const base58 = getBase58Decoder()

/** Unsigned ones only if the caller says so: no cluster executes them. */
export function parse(bytes: Uint8Array, signed = true): Parsed {
  const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
  const message = decompileTransactionMessage(
    getCompiledTransactionMessageDecoder().decode(messageBytes) as never,
  )
  const all = Object.values(signatures)
  const [first] = all
  if (signed && (!first || all.some((s) => s === null)))
    throw new Error('a transaction was sent without its signatures')
  const moves = message.instructions.flatMap(({ programAddress, accounts, data }): Move[] => {
    if (!data) return []
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const [first = '', second = '', third = ''] = (accounts ?? []).map(({ address }) => address)
    if (programAddress === SYSTEM) {
      if (view.getUint32(0, true) !== TRANSFER) throw new Error('not a transfer')
      return [{ what: 'lamports', from: first, to: second, lamports: view.getBigUint64(4, true) }]
    }
    if (programAddress === ASSOCIATED) return [{ what: 'open', from: first, to: second, owner: third }]
    if (programAddress !== TOKEN) return []
    if (data[0] === CLOSE) return [{ what: 'close', from: first, to: second }]
    if (data[0] !== TRANSFER_CHECKED) throw new Error('not a transfer of a token')
    return [{ what: 'units', from: first, to: third, units: view.getBigUint64(1, true) }]
  })
  const memo = message.instructions.find(({ programAddress }) => programAddress === MEMO)?.data
  return {
    signature: base58.decode(first ?? new Uint8Array(64)) as Signature,
    bytes,
    signers: all.length,
    payer: message.feePayer.address,
    blockhash: (message.lifetimeConstraint as { blockhash: string }).blockhash,
    moves,
    memo: memo ? `[${memo.length}] ${new TextDecoder().decode(new Uint8Array(memo))}` : null,
  }
}
