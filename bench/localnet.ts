/**
 * SOL transfers a second through the local network's JSON-RPC, packed 62 to a v1 transaction, against LiteSVM
 * called directly with the same signed bytes in the same run. Both sides check signatures and execute; the
 * network besides parses, checks lifetime and duplicates, records balances and history and writes its ledger.
 * Preflight is skipped, as bulk senders do. Limit: at least a quarter of the direct speed.
 *
 * Run: node bench/localnet.ts
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { createRequire } from 'node:module'
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
const CONNECTIONS = 16
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

/** Transfers a second of LiteSVM alone, on bytes. */
function direct(payer: KeyPairSigner, wires: Uint8Array[]): number {
  const native = createRequire(import.meta.url)(
    'litesvm/dist/internal.js',
  ) as typeof import('litesvm/dist/internal.js')
  const svm = new native.LiteSvm()
  svm.setBlockhashCheck(false)
  svm.setTransactionHistory(0n)
  svm.setRent(new native.Rent(5080n, 1, 50))
  const account = new native.Account(FUNDS, new Uint8Array(0), new Uint8Array(32), false, 0n)
  svm.setAccount(getAddressEncoder().encode(payer.address) as Uint8Array, account)
  const run = (list: Uint8Array[]): void => {
    for (const wire of list) {
      const result = svm.sendVersionedTransaction(wire)
      if (result instanceof native.FailedTransactionMetadata)
        throw new Error(`LiteSVM refused: ${result.toString()}`)
    }
  }
  run(wires.slice(0, WARMUP))
  const start = performance.now()
  run(wires.slice(WARMUP))
  return (TRANSACTIONS * PACKED) / ((performance.now() - start) / 1000)
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
function post(url: string, body: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const req = request(url, { method: 'POST', agent, headers }, (res) => {
    let text = ''
    res.setEncoding('utf8')
    res.on('data', (chunk: string) => (text += chunk))
    res.on('end', () => resolve(text))
  })
  req.on('error', reject)
  req.end(body)
  return promise
}

/** Transfers a second through JSON-RPC, many calls in flight. */
async function throughRpc(url: string, wires: Uint8Array[]): Promise<number> {
  const bodies = wires.map((wire, id) => {
    const params = [Buffer.from(wire).toString('base64'), { encoding: 'base64', skipPreflight: true }]
    return JSON.stringify({ jsonrpc: '2.0', id, method: 'sendTransaction', params })
  })
  const run = async (list: string[]): Promise<void> => {
    let next = 0
    const worker = async (): Promise<void> => {
      while (next < list.length) {
        const text = await post(url, list[next++]!)
        if (text.includes('"error"')) throw new Error(text)
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  }
  await run(bodies.slice(0, WARMUP))
  const start = performance.now()
  await run(bodies.slice(WARMUP))
  return (TRANSACTIONS * PACKED) / ((performance.now() - start) / 1000)
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

  const alone = direct(payer, wires)
  const served = await throughRpc(network.rpcUrl, wires)

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
    `${TRANSACTIONS} v1 transactions of ${wires[0]!.length} bytes, ${PACKED} SOL transfers each, preflight skipped`,
  )
  console.log(`LiteSVM directly   ${Math.round(alone).toLocaleString('en')} transfers/s`)
  console.log(`through JSON-RPC   ${Math.round(served).toLocaleString('en')} transfers/s`)
  console.log(`ratio              ${ratio.toFixed(2)} (limit ${LIMIT})`)
  process.exitCode = ratio >= LIMIT ? 0 : 1
} finally {
  agent.destroy()
  await network.close()
  rmSync(dir, { recursive: true, force: true })
}
