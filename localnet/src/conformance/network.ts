/** Shared by the conformance tests: a network of their own with a steered clock, and foreign clients on it. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import {
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createSolanaRpcSubscriptions,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import { Connection } from '@solana/web3.js'
import { getTransferSolInstruction } from '@solana-program/system'
import { startLocalnet, type Localnet, type LocalnetOptions } from '../index.ts'

/** An answer that the test itself inspects. */
export type Json = ReturnType<typeof JSON.parse>

export interface RpcAnswer {
  status: number
  result?: Json
  error?: { code: number; message: string; data?: Json }
}

/** A network in memory, its clock standing still, with the means to drive it. */
export class TestNetwork {
  readonly net: Localnet
  private readonly sockets: { close(): void }[] = []
  constructor(net: Localnet) {
    this.net = net
  }
  static async start(options: LocalnetOptions = {}): Promise<TestNetwork> {
    return new TestNetwork(await startLocalnet({ rpcPort: 0, clock: 'steered', ...options }))
  }
  get rpc() {
    return createSolanaRpc(this.net.rpcUrl as 'http://localhost')
  }
  get subscriptions() {
    return createSolanaRpcSubscriptions(this.net.wsUrl as 'ws://localhost')
  }
  call(method: string, ...params: unknown[]): Promise<RpcAnswer> {
    return callAt(this.net.rpcUrl, method, params)
  }
  async value(method: string, ...params: unknown[]): Promise<Json> {
    const answer = await this.call(method, ...params)
    if (answer.error) throw new Error(`${method}: ${JSON.stringify(answer.error)}`)
    return answer.result
  }
  advance(slots: number): Promise<number> {
    return this.value('localnet_advanceSlots', slots)
  }
  /** A new wallet whose SOL is finalized. */
  async wallet(sol = 10n): Promise<KeyPairSigner> {
    const signer = await generateKeyPairSigner()
    await this.value('requestAirdrop', signer.address, Number(sol * 1_000_000_000n))
    await this.advance(32)
    return signer
  }
  balance(address: string, commitment = 'processed'): Promise<number> {
    return this.value('getBalance', address, { commitment }).then((r) => r.value)
  }
  /** A web3.js client, closed with the network: otherwise it would reconnect for ever. */
  web3(commitment: 'processed' | 'confirmed' = 'confirmed'): Connection {
    const connection = new Connection(this.net.rpcUrl, { wsEndpoint: this.net.wsUrl, commitment })
    this.sockets.push((connection as unknown as { _rpcWebSocket: { close(): void } })._rpcWebSocket)
    return connection
  }
  close(): Promise<void> {
    for (const socket of this.sockets) socket.close()
    return this.net.close()
  }
}

export async function callAt(url: string, method: string, params: unknown[]): Promise<RpcAnswer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const res = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  const text = await res.text()
  return { status: res.status, ...(JSON.parse(text) as Omit<RpcAnswer, 'status'>) }
}

export interface Build {
  version: 'legacy' | 0 | 1
  blockhash?: string
  instructions: Instruction[]
  config?: { computeUnitLimit?: number; loadedAccountsDataSizeLimit?: number; priorityFeeLamports?: bigint }
}

/** A signed transaction of any version, with its base64 wire form. */
export async function build(network: TestNetwork, payer: KeyPairSigner, b: Build) {
  const { value: latest } = await network.rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
  const lifetime = { ...latest, ...(b.blockhash ? { blockhash: b.blockhash as Blockhash } : {}) }
  const config = { computeUnitLimit: 100_000, loadedAccountsDataSizeLimit: 1_000_000, ...b.config }
  // The message type differs by version; the steps do not.
  const message = pipe(
    createTransactionMessage({ version: b.version as 0 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => (b.version === 1 ? (setTransactionMessageConfig(config, m as never) as typeof m) : m),
    (m) => appendTransactionMessageInstructions(b.instructions, m),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const wire = getBase64EncodedWireTransaction(transaction)
  return { transaction, wire, latest }
}

export const transfer = (source: KeyPairSigner, destination: string, amount: bigint): Instruction =>
  getTransferSolInstruction({ source, destination: destination as never, amount })

/** Sends a wire transaction with finalized preflight, as a careful client does. */
export const send = (network: TestNetwork, wire: string, config: object = {}): Promise<RpcAnswer> =>
  network.call('sendTransaction', wire, { encoding: 'base64', ...config })

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const END_WITH_PARENT = new URL(`../../../scripts/end-with-parent.mjs?${process.pid}`, import.meta.url).href

/** The network as a process of its own. */
export interface Child {
  process: ChildProcess
  rpcUrl: string
  wsUrl: string
  dir: string
}

const running = new Set<ChildProcess>()

/** Ends processes that a failed test left running. */
export function endAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs main.ts; resolves once it is ready, or with its exit code and its output. */
export async function runMain(
  dataDir: string,
  flags: string[],
  port = '0',
  env: Record<string, string> = {},
): Promise<Child | { code: number; said: string }> {
  const child = spawn(process.execPath, ['--import', END_WITH_PARENT, MAIN, ...flags], {
    env: { ...env, DATA_DIR: dataDir, LOCALNET_RPC_PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const ready = Promise.withResolvers<Child | { code: number; said: string }>()
  createInterface(child.stdout).once('line', (line) =>
    ready.resolve({ ...(JSON.parse(line) as Child), process: child }),
  )
  child.once('close', (code) => ready.resolve({ code: code ?? -1, said }))
  return ready.promise
}

export async function startMain(dataDir: string, env: Record<string, string> = {}): Promise<Child> {
  const child = await runMain(dataDir, ['--steered'], '0', env)
  if ('code' in child) throw new Error(`the network did not start: ${child.said}`)
  return child
}

/** Ends a child with a signal, or finds that it has ended; returns its exit code. */
export async function end({ process: child }: Child, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const exited = once(child, 'exit')
  child.kill(signal)
  const [code] = (await exited) as [number | null]
  return code
}
