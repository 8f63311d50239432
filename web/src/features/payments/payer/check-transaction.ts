/**
 * Checks that the transaction for a wallet to sign does what the page shows and nothing else: one transfer of this
 * amount to the recipient, naming the reference, from the account that signs alone.
 */
import {
  decompileTransactionMessage,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
} from '@solana/kit'

/** The contents of the page. */
export type Shown = {
  account: string
  recipient: string
  reference: string
  lamports: bigint
  version: 0 | 1
}

const SYSTEM = '11111111111111111111111111111111'
/** Its versions in use. */
const MEMO = ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH']
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111'
/** System program: transfer, as a u32, then the lamports as a u64. */
const [TRANSFER, TRANSFER_BYTES] = [2, 12]
const [UNIT_LIMIT, UNIT_PRICE] = [2, 3]
/** More than any priority fee of ours. */
const MOST_PRIORITY_LAMPORTS = 1_000_000n
const MOST_UNITS = 1_400_000n
const MICRO = 1_000_000n

type Instruction = Message['instructions'][number]
type Message = ReturnType<typeof decompileTransactionMessage>

/** The bytes to sign, or null if the transaction differs from the page. */
export function checkedTransaction(base64: string, shown: Shown): Uint8Array | null {
  try {
    const bytes = new Uint8Array(getBase64Encoder().encode(base64))
    const { messageBytes, signatures } = getTransactionDecoder().decode(bytes)
    // Accounts from lookup tables cannot be read here: such a message does not decompile.
    const compiled = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const message = decompileTransactionMessage(compiled)
    const alone = Object.keys(signatures).length === 1 && compiled.header.numSignerAccounts === 1
    return alone && matches(message, shown) ? bytes : null
  } catch {
    return null
  }
}

function matches(message: Message, shown: Shown): boolean {
  if (message.version !== shown.version || message.feePayer.address !== shown.account) return false
  const of = (...programs: string[]) =>
    message.instructions.filter(({ programAddress }) => programs.includes(programAddress))
  const [transfers, memos, budgets] = [of(SYSTEM), of(...MEMO), of(COMPUTE_BUDGET)]
  const [transfer] = transfers
  return (
    transfers.length === 1 &&
    transfer !== undefined &&
    transfers.length + memos.length + budgets.length === message.instructions.length &&
    isTransfer(transfer, shown) &&
    priorityLamports(message, budgets) <= MOST_PRIORITY_LAMPORTS
  )
}

function isTransfer({ accounts = [], data }: Instruction, shown: Shown): boolean {
  const addresses = (accounts as readonly { address: string }[]).map(({ address }) => address)
  if (data?.byteLength !== TRANSFER_BYTES) return false
  const view = viewOf(data)
  return (
    view.getUint32(0, true) === TRANSFER &&
    view.getBigUint64(4, true) === shown.lamports &&
    addresses[0] === shown.account &&
    addresses[1] === shown.recipient &&
    addresses.slice(2).includes(shown.reference)
  )
}

/** The transaction's offer beyond the network's fee. */
function priorityLamports(message: Message, budgets: readonly Instruction[]): bigint {
  if (message.version === 1) return message.config?.priorityFeeLamports ?? 0n
  let [units, price] = [MOST_UNITS, 0n]
  for (const { data } of budgets) {
    if (!data) continue
    if (data[0] === UNIT_LIMIT) units = BigInt(viewOf(data).getUint32(1, true))
    if (data[0] === UNIT_PRICE) price = viewOf(data).getBigUint64(1, true)
  }
  return (units * price) / MICRO
}

const viewOf = (data: NonNullable<Instruction['data']>) =>
  new DataView(data.buffer, data.byteOffset, data.byteLength)
