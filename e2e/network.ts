/** The local Solana network as a process of its own; tests stop its slots and make its calls fail. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Rpc, connectRpc } from '../server/src/test/rpc.ts'

export type Network = {
  /** The environment that a product needs to use it. */
  env: Record<string, string>
  /** A call of its JSON-RPC. */
  call: Rpc
  /** Ends it and removes its data. */
  remove(): Promise<void>
}

const MAIN = join(import.meta.dirname, '../localnet/src/main.ts')
/** Milliseconds a slot lasts while nobody holds it. */
const SLOT_MS = 40

export async function startNetwork(settings: Record<string, string> = {}): Promise<Network> {
  const dir = mkdtempSync(join(tmpdir(), 'purser-network-'))
  const child = spawn(process.execPath, [MAIN, '--steered', '--faults'], {
    env: { ...process.env, DATA_DIR: dir, LOCALNET_RPC_PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { rpcUrl, wsUrl } = await new Promise<{ rpcUrl: string; wsUrl: string }>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(JSON.parse(text) as { rpcUrl: string; wsUrl: string })
    })
    child.once('exit', (code) => reject(new Error(`the network ended with ${code ?? 'a signal'}`)))
  })
  const call = connectRpc(rpcUrl)
  await call('localnet_setSlotTime', SLOT_MS)
  return {
    env: { SOLANA_RPC_URL: rpcUrl, SOLANA_WS_URL: wsUrl },
    call,
    async remove() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = new Promise((resolve) => child.once('exit', resolve))
        child.kill()
        await exited
      }
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Transactions do not arrive until `release`. */
export const hold = (network: Network) =>
  network.call('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
export const release = (network: Network) => network.call('localnet_clearFaults')
/** Slots of 25 ms: processes of hundreds of slots (finality, the end of a blockhash) take seconds, until `restore`. */
export const hurry = (network: Network) => network.call('localnet_setSlotTime', 25)
/** Lamports at these addresses, read from the network itself. */
export async function lamportsAt(network: Network, addresses: string[]): Promise<number[]> {
  const { value } = await network.call<{ value: ({ lamports: number } | null)[] }>(
    'getMultipleAccounts',
    addresses,
    { commitment: 'confirmed' },
  )
  return value.map((account) => account?.lamports ?? 0)
}
/** Restores the state at the start. */
export async function restore(network: Network): Promise<void> {
  await release(network)
  await network.call('localnet_setSlotTime', SLOT_MS)
}
