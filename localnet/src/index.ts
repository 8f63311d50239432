import { Worker } from 'node:worker_threads'
import type { WorkerMessage, WorkerOptions } from './worker.ts'

export interface LocalnetOptions {
  /** Directory of the chain, locked by one network at a time; without it the chain is in memory. */
  dir?: string
  /** JSON-RPC port on 127.0.0.1, 8899 by default; subscriptions are on the next one. 0: any free ports. */
  rpcPort?: number
  /** 'steered' stands still but for `localnet_advanceSlots` and `localnet_setSlotTime`: for tests. */
  clock?: 'real' | 'steered'
  /** Milliseconds of a slot; as on mainnet where it is not given. */
  slotMs?: number
  /** Enables `localnet_setFaults`: for tests. */
  faults?: boolean
  /** Called with a line for each unexpected event. */
  log?: (line: string) => void
}

/** A port or the directory is not available; the message says which. */
export class LocalnetRefused extends Error {}

export interface Localnet {
  rpcUrl: string
  wsUrl: string
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
    faults: options.faults === true,
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData })
  const started = Promise.withResolvers<{ rpcUrl: string; wsUrl: string }>()
  const closed = Promise.withResolvers<void>()
  const failed = Promise.withResolvers<Error>()
  let closing = false

  worker.on('message', (message: WorkerMessage) => {
    if (message.kind === 'ready') started.resolve(message)
    else if (message.kind === 'refused') {
      started.reject(new LocalnetRefused(message.message))
      void worker.terminate()
    } else if (message.kind === 'log') options.log?.(message.line)
    else closed.resolve()
  })
  const died = (error: Error): void => {
    started.reject(error)
    // A pending close must not wait forever.
    closed.resolve()
    if (!closing) failed.resolve(error)
  }
  worker.on('error', (error: Error) => died(error))
  worker.on('exit', (code) => died(new Error(`the local network ended with code ${code}`)))

  const { rpcUrl, wsUrl } = await started.promise
  return {
    rpcUrl,
    wsUrl,
    failed: failed.promise,
    async close() {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (!closing) worker.postMessage('close')
      closing = true
      await closed.promise
      await worker.terminate()
    },
  }
}
