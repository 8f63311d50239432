/** One endpoint of any cluster, the local one included, through Solana's JSON-RPC. */
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { AccountReads, Balances, Chain, ChainNode, LocalFunds, TokenReads } from '../../ports/chain.ts'
import type { EndpointHealth } from '../../ports/endpoint-health.ts'
import { callTimeout, createAsk } from './calls/ask.ts'
import type { Lane } from './endpoint/budget.ts'
import { airdrop, airdropTokens } from './calls/airdrop.ts'
import { type NodeCalls, rpcOver } from './calls/node-calls.ts'
import {
  readAccounts,
  readBalance,
  readBalances,
  readLamports,
  readRentExempt,
  readStates,
  readTokenAmounts,
} from './calls/read-accounts.ts'
import { readBlockHeight, readLatestBlockhash, readRecentPrices } from './calls/read-blocks.ts'
import { readMintInfo } from './calls/read-mint-info.ts'
import { sendTransaction } from './calls/send-transaction.ts'
import { createCluster } from './cluster/cluster.ts'
import { createEndpoint, type Endpoint } from './endpoint/endpoint.ts'
import { readExecution } from './calls/execution.ts'
import { countHolders } from './calls/holders.ts'
import { readAllHoldings, readHoldings } from './calls/holdings.ts'
import { createInspection } from './calls/inspection.ts'
import { nodeLedger } from './calls/ledger.ts'
import { createSignatureCalls } from './calls/signatures.ts'
import { simulate } from './calls/simulation.ts'
import { readTokenMetadata } from './calls/token-metadata.ts'
import { type Accounts, createTokenCalls } from './calls/tokens.ts'

const HEALTH_TIMEOUT_MS = 3_000

/** A cluster of one endpoint. */
export const createRpcChain = (options: NodeOptions): Chain => createCluster([createRpcNode(options)])

/** `endpoint`: a shared one, in the lane of these calls. */
export type NodeOptions = { log: Log; clock?: Clock } & (
  | { url: string; name?: string }
  | { endpoint: Endpoint; lane: Lane }
)

export function createRpcNode(options: NodeOptions): ChainNode {
  const { clock = systemClock } = options
  const { endpoint, lane } =
    'endpoint' in options ? options : { endpoint: createEndpoint(options), lane: 'money' as const }
  const { name, health, commitment } = endpoint
  const log = options.log.child({ part: 'chain', endpoint: name })
  const rpc = rpcOver(endpoint.transport(lane))
  const sending = rpcOver(endpoint.transport('send'))
  const calls: NodeCalls = { rpc, sending, ...createAsk({ clock, log, health }) }
  const { ask } = calls
  const inspection = createInspection(rpc, commitment)
  return {
    name,
    health,
    ...inspection,
    ...createReads(calls),
    ...nodeLedger(rpc, { ask, clock, commitment }),
    ...createSignatureCalls(rpc, ask),
    ...createFunds(calls),
    ...createBlockReads(calls),
    execution: (signature, options) => readExecution(calls, signature, options),
    simulate: (bytes, options) => simulate({ ...calls, ...inspection }, bytes, options),
    send: (bytes) => sendTransaction(calls, bytes),
    healthy: () => isHealthy(calls, health),
  }
}

function createReads(calls: NodeCalls): Balances & TokenReads & AccountReads {
  const { rpc, ask, askOnce } = calls
  const accounts: Accounts = (addresses, length, options) => readAccounts(calls, addresses, length, options)
  const balances: Omit<Balances, 'accounts'> = {
    balance: (address, options) => readBalance(calls, address, options),
    balances: (addresses, options) => readBalances(calls, addresses, options),
    lamports: (addresses, options) => readLamports(calls, addresses, options),
    holdings: (owner, options) => readAllHoldings(calls, owner, options),
    tokenHoldings: (owner, mint, options) => readHoldings(calls, { owner, of: { mint }, options }),
  }
  return {
    ...balances,
    ...createTokenCalls(rpc, { ask, accounts }),
    mintInfo: (mint) => readMintInfo(calls, mint),
    tokenMetadata: (mints) => readTokenMetadata(accounts, mints),
    holders: (token) => countHolders(rpc, askOnce, token),
    tokenAmounts: (addresses) => readTokenAmounts(calls, addresses),
    states: (addresses, options) => readStates(calls, addresses, options),
    rentExempt: (bytes) => readRentExempt(calls, bytes),
  }
}

type BlockReads = Pick<ChainNode, 'latestBlockhash' | 'blockHeight' | 'recentPrices' | 'genesisHash'>

const createBlockReads = (calls: NodeCalls): BlockReads => ({
  latestBlockhash: (options) => readLatestBlockhash(calls, options),
  blockHeight: (as) => readBlockHeight(calls, as),
  recentPrices: (addresses) => readRecentPrices(calls, addresses),
  genesisHash: () => calls.ask((abortSignal) => calls.rpc.getGenesisHash().send({ abortSignal })),
})

const createFunds = (calls: NodeCalls): LocalFunds => ({
  airdrop: (address, lamports) => airdrop(calls, address, lamports),
  tokenAirdrop: (owner, mint, amount) => airdropTokens(calls, { owner, mint, amount }),
})

async function isHealthy({ rpc }: NodeCalls, health: EndpointHealth): Promise<boolean> {
  // The endpoint has demanded a rest.
  if (health.requestedRestMs() > 0) return false
  try {
    await rpc.getLatestBlockhash().send({ abortSignal: callTimeout(HEALTH_TIMEOUT_MS) })
    return true
  } catch {
    return false
  }
}
