import { Worker } from 'node:worker_threads'
import type { PlacedAccount } from './chain/place.ts'
import type { CommitmentRule, Rules } from './chain/rules.ts'
import type { ParentMessage, WorkerMessage, WorkerOptions } from './worker.ts'

export type { PlacedAccount } from './chain/place.ts'
export type { CommitmentRule, Rules } from './chain/rules.ts'

export interface LocalnetOptions {
  /** Directory of the chain, locked by one network at a time; without it the chain is in memory. */
  dir?: string
  /** JSON-RPC port on 127.0.0.1, 8899 by default; subscriptions are on the next one. 0: any free ports. */
  rpcPort?: number
  /** 'steered' stands still except for `localnet_advanceSlots` and `localnet_setSlotTime`: for tests. */
  clock?: 'real' | 'steered'
  /** Rules from this start on; those that are not given stay, at first mainnet's. */
  slotMs?: number | undefined
  rentPerByte?: bigint | undefined
  commitment?: CommitmentRule | undefined
  /** Enables `localnet_setFaults` and the calls that change rules: for tests. */
  faults?: boolean
  /** Makes it answer another cluster's genesis hash; only with `faults` and in memory. */
  genesisHash?: string
  /** Called with a line for each unexpected event. */
  log?: (line: string) => void
}

/** A port or the directory is not available, or the request cannot be carried out; the message says why. */
export class LocalnetRefused extends Error {}

export interface Localnet {
  rpcUrl: string
  wsUrl: string
  /** Changes rules of the running chain, which keeps them. Rejects with LocalnetRefused. */
  change(rules: Partial<Rules>): Promise<void>
  /**
   * Creates the mint of another cluster at its address there, with these decimals and no supply; `requestTokenAirdrop`
   * mints it like those of genesis. Idempotent and stored; at most 1,000. Rejects with LocalnetRefused if the address
   * holds another account.
   */
  mirrorMint(mint: { address: string; decimals: number }): Promise<void>
  /**
   * Writes accounts unchanged, programs too, without any rule of the runtime: copies of other clusters' accounts. For
   * tests: rejects with LocalnetRefused unless the network is in memory and started with `faults`.
   */
  place(accounts: PlacedAccount[]): Promise<void>
  /** Writes a snapshot and stops; idempotent. */
  close(): Promise<void>
  /** Resolves with the error if the network fails. */
  failed: Promise<Error>
}

/**
 * Starts a local Solana network in a worker thread. Rejects with LocalnetRefused when the port is in use
 * or the directory is locked by another network or not writable.
 */
export async function startLocalnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const workerData: WorkerOptions = {
    dir: options.dir,
    rpcPort: options.rpcPort ?? 8899,
    steered: options.clock === 'steered',
    slotMs: options.slotMs,
    rentPerByte: options.rentPerByte,
    commitment: options.commitment,
    faults: options.faults === true,
    genesisHash: options.genesisHash,
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  const started = Promise.withResolvers<{ rpcUrl: string; wsUrl: string }>()
  const closed = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<Error>()
  const asked = new Map<number, PromiseWithResolvers<void>>()
  let lastId = 0
  let closing = false

  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') started.resolve(message)
    else if (message.kind === 'refused') {
      started.reject(new LocalnetRefused(message.message))
      void worker.terminate()
    } else if (message.kind === 'done') {
      const { id, refused } = message
      if (refused === undefined) asked.get(id)?.resolve()
      else asked.get(id)?.reject(new LocalnetRefused(refused))
      asked.delete(id)
    } else if (message.kind === 'log') options.log?.(message.line)
    else closed.resolve()
  })
  const died = (error: Error): void => {
    started.reject(error)
    for (const { reject } of asked.values()) reject(error)
    asked.clear()
    // A pending close must not wait forever.
    closed.resolve()
    if (!closing) failed.resolve(error)
  }
  worker.on('error', (error: Error) => died(error))
  worker.on('exit', (code) => died(new Error(`the local network ended with code ${code}`)))

  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: ParentMessage): void => worker.postMessage(message)
  function request(createMessage: (id: number) => ParentMessage): Promise<void> {
    if (closing) return Promise.reject(new LocalnetRefused('the local network is closing'))
    const id = ++lastId
    const answer = Promise.withResolvers<void>()
    asked.set(id, answer)
    post(createMessage(id))
    return answer.promise
  }

  const { rpcUrl, wsUrl } = await started.promise
  return {
    rpcUrl,
    wsUrl,
    failed: failed.promise,
    change: (rules) => request((id) => ({ kind: 'change', id, rules })),
    mirrorMint: ({ address, decimals }) => request((id) => ({ kind: 'mirror', id, address, decimals })),
    place: (accounts) => request((id) => ({ kind: 'place', id, accounts })),
    async close() {
      if (!closing) post({ kind: 'close' })
      closing = true
      await closed.promise
      await worker.terminate()
    },
  }
}
