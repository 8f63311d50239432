import { Worker } from 'node:worker_threads'
import type { WorkerMessage, WorkerOptions } from './worker.ts'

export interface LocalnetOptions {
  /** Where the chain is kept; absent, it lives in memory only. One network at a time holds a directory. */
  dir?: string
  /** JSON-RPC port on 127.0.0.1, 8899 by default; subscriptions on the next. 0 takes free ports. */
  rpcPort?: number
  /** 'steered' stands still but for `localnet_advanceSlots` and `localnet_setSlotTime`: for tests. */
  clock?: 'real' | 'steered'
  /** Opens `localnet_setFaults`: for tests. */
  faults?: boolean
  /** Gets a line for each unexpected event. */
  log?: (line: string) => void
}

/** Why it does not start, in one sentence: a port or the directory cannot be had. */
export class LocalnetRefused extends Error {}

export interface Localnet {
  rpcUrl: string
  wsUrl: string
  /** Snapshots and ends; safe to call twice. */
  close(): Promise<void>
  /** Resolves if the network dies by itself. */
  failed: Promise<Error>
}

/**
 * Starts a local Solana network in a worker thread. Rejects with LocalnetRefused when the port is taken
 * or the directory is held by another network or cannot be written.
 */
export async function startLocalnet(options: LocalnetOptions = {}): Promise<Localnet> {
  const workerData: WorkerOptions = {
    dir: options.dir,
    rpcPort: options.rpcPort ?? 8899,
    steered: options.clock === 'steered',
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
    // Whoever waits for the end must not wait for ever.
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
