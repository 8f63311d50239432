/** What the modelled chain reads of a transaction's bytes. */
import {
  decompileTransactionMessage,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Signature,
} from '@solana/kit'

const SYSTEM = '11111111111111111111111111111111'
const TRANSFER = 2
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
type Move = { from: string; to: string; lamports: bigint }

const base58 = getBase58Decoder()

/** Unsigned ones only where that is said: no cluster executes them. */
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
    if (programAddress !== SYSTEM || !data) return []
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    const [from, to] = accounts ?? []
    if (view.getUint32(0, true) !== TRANSFER || !from || !to) throw new Error('not a transfer')
    return [{ from: from.address, to: to.address, lamports: view.getBigUint64(4, true) }]
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
