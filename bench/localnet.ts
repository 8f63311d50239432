/**
 * SOL transfers a second through the local network's JSON-RPC, packed 62 to a v1 transaction, against LiteSVM
 * called directly with the same signed bytes in the same run. Both sides check signatures and execute; the
 * network besides parses, checks lifetime and duplicates, records balances and history and writes its ledger.
 * Preflight is skipped and eight calls share a JSON-RPC batch,
 * as bulk senders do. Limit: at least a quarter of the direct speed.
 *
 * Run: node bench/localnet.ts
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  generateKeyPairSigner,
  getAddressDecoder,
  getAddressEncoder,
  getBase58Decoder,
  getTransactionEncoder,
  lamports,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Blockhash,
  type KeyPairSigner,
  type Signature,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { startLocalnet } from '../localnet/src/index.ts'

const PACKED = 62
const TRANSACTIONS = 2000
const WARMUP = 500
const ROUNDS = 5
const BATCH = 8
const CONNECTIONS = 8
const LIMIT = 0.25
const FUNDS = 1_000_000_000_000_000n

type Lifetime = Readonly<{ blockhash: Blockhash; lastValidBlockHeight: bigint }>

async function signTransfers(payer: KeyPairSigner, lifetime: Lifetime): Promise<Uint8Array> {
  const destinations = Array.from({ length: PACKED }, () => getAddressDecoder().decode(randomBytes(32)))
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => setTransactionMessageConfig({ computeUnitLimit: 20_000, loadedAccountsDataSizeLimit: 64_000 }, m),
    (m) =>
      appendTransactionMessageInstructions(
        destinations.map((destination) =>
          getTransferSolInstruction({ source: payer, destination, amount: 1_000_000n }),
        ),
        m,
      ),
  )
  return getTransactionEncoder().encode(await signTransactionMessageWithSigners(message)) as Uint8Array
}

/** Returns the seconds that LiteSVM alone takes for transactions, on bytes. */
function direct(payer: KeyPairSigner): (list: Uint8Array[]) => number {
  const native = createRequire(import.meta.url)(
    'litesvm/dist/internal.js',
  ) as typeof import('litesvm/dist/internal.js')
  const svm = new native.LiteSvm()
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  svm.setRent(new native.Rent(5080n, 1, 50))
  const account = new native.Account(FUNDS, new Uint8Array(0), new Uint8Array(32), false, 0n)
  svm.setAccount(getAddressEncoder().encode(payer.address) as Uint8Array, account)
  return (list) => {
    const start = performance.now()
    for (const wire of list) {
      const result = svm.sendVersionedTransaction(wire)
      if (result instanceof native.FailedTransactionMetadata)
        throw new Error(`LiteSVM refused: ${result.toString()}`)
    }
    return (performance.now() - start) / 1000
  }
}

/**
 * A connection that sends ready-made HTTP requests one after the other: the load must not cost more than
 * what it measures, and Node's own client costs as much as the execution.
 */
class Line {
  private readonly socket: Socket
  private text = ''
  private waiting: ((body: string) => void) | undefined

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1')
    this.socket.on('data', (chunk: string) => {
      this.text += chunk
      const head = this.text.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(this.text)?.[1])
      if (this.text.length < head + 4 + length) return
      const body = this.text.slice(head + 4)
      this.text = ''
      this.waiting?.(body)
    })
  }

  send(request: Buffer): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>()
    this.waiting = resolve
    this.socket.write(request)
    return promise
  }

  close(): void {
    this.socket.destroy()
  }
}

function encodeRequest(body: string): Buffer {
  const head = `POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  return Buffer.from(head + body, 'latin1')
}

/** Returns the seconds that transactions take through JSON-RPC, many calls in flight. */
async function throughRpc(lines: Line[], wires: Uint8Array[]): Promise<number> {
  const calls = wires.map((wire, id) => {
    const params = [Buffer.from(wire).toString('base64'), { encoding: 'base64', skipPreflight: true }]
    return { jsonrpc: '2.0', id, method: 'sendTransaction', params }
  })
  const requests: Buffer[] = []
  for (let i = 0; i < calls.length; i += BATCH)
    requests.push(encodeRequest(JSON.stringify(calls.slice(i, i + BATCH))))
  const start = performance.now()
  const work = async (line: Line): Promise<void> => {
    for (let request = requests.pop(); request; request = requests.pop()) {
      const text = await line.send(request)
      if (text.includes('"error"')) throw new Error(text)
    }
  }
  await Promise.all(lines.map(work))
  return (performance.now() - start) / 1000
}

const dir = mkdtempSync(join(tmpdir(), 'bench-localnet-'))
const network = await startLocalnet({ dir, rpcPort: 0, log: console.error })
try {
  const rpc = createSolanaRpc(network.rpcUrl as 'http://localhost')
  const payer = await generateKeyPairSigner()
  await rpc.requestAirdrop(payer.address, lamports(FUNDS)).send()
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'processed' }).send()
  const wires: Uint8Array[] = []
  for (let i = 0; i < WARMUP + TRANSACTIONS; i++) wires.push(await signTransfers(payer, lifetime))

  const lines = Array.from({ length: CONNECTIONS }, () => new Line(Number(new URL(network.rpcUrl).port)))
  const runDirect = direct(payer)
  runDirect(wires.slice(0, WARMUP))
  await throughRpc(lines, wires.slice(0, WARMUP))
  // They take turns, so that other load of the machine affects both.
  let [aloneSeconds, servedSeconds] = [0, 0]
  for (let i = WARMUP; i < wires.length; i += TRANSACTIONS / ROUNDS) {
    const round = wires.slice(i, i + TRANSACTIONS / ROUNDS)
    aloneSeconds += runDirect(round)
    servedSeconds += await throughRpc(lines, round)
  }
  for (const line of lines) line.close()
  const [alone, served] = [aloneSeconds, servedSeconds].map((s) => (TRANSACTIONS * PACKED) / s) as [
    number,
    number,
  ]

  for (let i = 0; i < wires.length; i += 200) {
    const signatures = wires
      .slice(i, i + 200)
      .map((w) => getBase58Decoder().decode(w.slice(-64)) as Signature)
    const { value } = await rpc.getSignatureStatuses(signatures).send()
    if (value.some((status) => !status || status.err !== null))
      throw new Error('not every transfer was executed')
  }
  const ratio = served / alone
  console.log(
    `${TRANSACTIONS} v1 transactions of ${wires[0]?.length} bytes, ${PACKED} SOL transfers each; ${BATCH} calls a JSON-RPC batch, preflight skipped`,
  )
  console.log(`LiteSVM directly   ${Math.round(alone).toLocaleString('en')} transfers/s`)
  console.log(`through JSON-RPC   ${Math.round(served).toLocaleString('en')} transfers/s`)
  console.log(`ratio              ${ratio.toFixed(2)} (limit ${LIMIT})`)
  process.exitCode = ratio >= LIMIT ? 0 : 1
} finally {
  await network.close()
  rmSync(dir, { recursive: true, force: true })
}
