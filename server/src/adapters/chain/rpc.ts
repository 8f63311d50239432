/** One endpoint of any cluster, the local one included, through Solana's JSON-RPC. */
import {
  type Address,
  createSolanaRpcApi,
  createRpc,
  DEFAULT_RPC_CONFIG,
  getAddressDecoder,
  getBase64Decoder,
  type RpcTransport,
  type Signature,
} from '@solana/kit'
import { Fault } from '../../kernel/fault.ts'
import { chunksOf } from '../../kernel/chunks.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain, ChainNode } from '../../ports/chain.ts'
import type { ReadOptions, SendResult, TokenAmount } from '../../ports/chain-data.ts'
import { createAsk, isRefused } from './ask.ts'
import { createCluster } from './cluster.ts'
import { AT_FINAL, MOVED } from './commitment.ts'
import { asOf, nodeLedger } from './ledger.ts'
import { toExecution } from './execution.ts'
import { sendFailure } from './refusals.ts'
import { simulateOn, STATE_BYTES, toState } from './simulation.ts'
import { createSignatureCalls } from './signatures.ts'
import { readTokenMetadata } from './token-metadata.ts'
import { countHolders } from './holders.ts'
import { readHoldings } from './holdings.ts'
import { createTokenCalls, TOKEN_PROGRAMS } from './tokens.ts'
import type { Lane } from './budget.ts'
import { createEndpoint, type Endpoint } from './endpoint.ts'
import { createInspection } from './inspection.ts'

const SEND_TIMEOUT_MS = 15_000
const MAX_ACCOUNTS = 100
/** Mint, owner and amount, with which the accounts of both token programs begin. */
const TOKEN_HEAD_BYTES = 72
const MAX_FEE_ACCOUNTS = 128

const leastOf = ({ minContextSlot }: ReadOptions = {}) =>
  minContextSlot === undefined ? {} : { minContextSlot }

/** Rejects answers to other calls: the client library does not check. */
function answersOnly(transport: RpcTransport): RpcTransport {
  return async <T>(config: Parameters<RpcTransport>[0]): Promise<T> => {
    const answer = await transport<{ id?: unknown }>(config)
    const { id } = config.payload as { id?: unknown }
    if (typeof answer !== 'object' || answer === null || String(answer.id) !== String(id))
      throw new Error('the answer belongs to another call')
    return answer as T
  }
}

/** A cluster of one endpoint. */
export const createRpcChain = (options: NodeOptions): Chain => createCluster([createRpcNode(options)])

/** With `endpoint`: one that others share, in the lane of these calls. */
export type NodeOptions = { log: Log; clock?: Clock } & (
  | { url: string; name?: string }
  | { endpoint: Endpoint; lane: Lane }
)

const rpcOver = (transport: RpcTransport) =>
  createRpc({
    api: createSolanaRpcApi({ ...DEFAULT_RPC_CONFIG, defaultCommitment: MOVED }),
    transport: answersOnly(transport),
  })

export function createRpcNode(options: NodeOptions): ChainNode {
  const { clock = systemClock } = options
  const { endpoint, lane } =
    'endpoint' in options ? options : { endpoint: createEndpoint(options), lane: 'money' as const }
  const { name, health, commitment } = endpoint
  const rpc = rpcOver(endpoint.transport(lane))
  const sending = rpcOver(endpoint.transport('send'))
  const log = options.log.child({ part: 'chain', endpoint: name })
  const { ask, askOnce, changeOnce } = createAsk({ clock, log, health })

  const inspection = createInspection(rpc, commitment)

  /** The first bytes of many accounts, a hundred a call. */
  async function accounts(addresses: Address[], length: number, options?: ReadOptions) {
    const chunks = chunksOf(addresses, MAX_ACCOUNTS)
    const answers = await Promise.all(
      chunks.map((chunk) =>
        ask((abortSignal) =>
          rpc
            .getMultipleAccounts(chunk, {
              ...leastOf(options),
              encoding: 'base64',
              dataSlice: { offset: 0, length },
            })
            .send({ abortSignal }),
        ),
      ),
    )
    return answers.flatMap(({ value, context }, i) => {
      // Without one answer per address nobody knows which belongs to which.
      if (value.length !== chunks[i]?.length) throw new Fault('chain_away')
      return value.map((account) => ({ account, slot: context.slot }))
    })
  }

  return {
    name,
    health,
    ...inspection,
    ...nodeLedger(rpc, { ask, clock, commitment }),
    ...createSignatureCalls(rpc, ask),
    ...createTokenCalls(rpc, { ask, accounts }),
    holders: (token) => countHolders(rpc, askOnce, token),
    tokenMetadata: (mints) => readTokenMetadata(accounts, mints),

    balance: (address, options) =>
      ask(async (abortSignal) => {
        const { value, context } = await rpc.getBalance(address, leastOf(options)).send({ abortSignal })
        return { lamports: value, slot: context.slot }
      }),

    async holdings(owner, options = {}) {
      const lists = await Promise.all(
        TOKEN_PROGRAMS.map((programId) => readHoldings(rpc, ask, { owner, of: { programId }, options })),
      )
      const slots = lists.map(({ slot }) => slot)
      return {
        tokens: lists.flatMap(({ tokens }) => tokens),
        slot: slots.reduce((a, b) => (a < b ? a : b)),
      }
    },
    holdingsOf: (owner, mint, options = {}) => readHoldings(rpc, ask, { owner, of: { mint }, options }),

    mintInfo: (mint) =>
      ask(async (abortSignal) => {
        const { value } = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send({ abortSignal })
        if (
          !value ||
          !TOKEN_PROGRAMS.includes(value.owner) ||
          !('parsed' in value.data) ||
          value.data.parsed.type !== 'mint'
        )
          return null
        const info = value.data.parsed.info as unknown as { decimals: number; supply: string }
        return { mint, decimals: info.decimals, supply: BigInt(info.supply), program: value.owner }
      }),

    async balances(addresses, options) {
      const answers = await accounts(addresses, 0, options)
      return answers.map(({ account, slot }) => ({ lamports: account?.lamports ?? 0n, slot }))
    },

    recentPrices: (addresses) =>
      ask(async (abortSignal) => {
        const fees = await rpc
          .getRecentPrioritizationFees(addresses.slice(0, MAX_FEE_ACCOUNTS))
          .send({ abortSignal })
        return fees.map((fee) => fee.prioritizationFee)
      }),

    async simulate(bytes, options) {
      try {
        return await ask(async (abortSignal) => simulateOn(rpc, bytes, options, abortSignal))
      } catch (error) {
        // It may be the format that it does not take any more.
        if (isRefused(error)) await inspection.takesVersion1({ anew: true })
        throw error
      }
    },

    async states(addresses, options) {
      const found = await accounts(addresses, STATE_BYTES, options)
      return found.map(({ account }) => toState(account))
    },

    async lamports(addresses, options) {
      const found = await accounts(addresses, 0, options)
      return found.map(({ account }) => account?.lamports ?? null)
    },

    async tokenAmounts(addresses) {
      const found = await accounts(addresses, TOKEN_HEAD_BYTES)
      return found.map(({ account }) => {
        if (!account || !TOKEN_PROGRAMS.includes(account.owner)) return null
        return toTokenAmount(new Uint8Array(Buffer.from(account.data[0], 'base64')))
      })
    },

    latestBlockhash: (options) =>
      ask(async (abortSignal) => {
        const { value, context } = await rpc.getLatestBlockhash(leastOf(options)).send({ abortSignal })
        return {
          blockhash: value.blockhash,
          lastValidBlockHeight: value.lastValidBlockHeight,
          slot: context.slot,
        }
      }),

    blockHeight: (as) =>
      ask(async (abortSignal) => {
        const { blockHeight, absoluteSlot } = await rpc
          .getEpochInfo(as === 'final' ? AT_FINAL : undefined)
          .send({ abortSignal })
        return { height: blockHeight, slot: absoluteSlot }
      }),

    rentExempt: (bytes) =>
      ask((abortSignal) => rpc.getMinimumBalanceForRentExemption(BigInt(bytes)).send({ abortSignal })),

    async send(bytes): Promise<SendResult> {
      const wire = getBase64Decoder().decode(bytes) as Parameters<typeof rpc.sendTransaction>[0]
      try {
        await sending
          .sendTransaction(wire, {
            encoding: 'base64',
            // It was simulated before it was signed; a preflight could only refuse what may have been sent already.
            skipPreflight: true,
            maxRetries: 0n,
          })
          .send({ abortSignal: AbortSignal.timeout(SEND_TIMEOUT_MS) })
        return { outcome: 'accepted' }
      } catch (error) {
        return sendFailure(error)
      }
    },

    execution: (signature, options) =>
      ask(async (abortSignal) => {
        const found = await asOf(options, (least) =>
          rpc
            .getTransaction(signature, {
              encoding: 'json',
              maxSupportedTransactionVersion: 1 as 0,
              ...least,
            })
            .send({ abortSignal }),
        )
        return found ? toExecution(found) : null
      }),

    airdrop: (address, lamports) =>
      changeOnce((abortSignal) =>
        (rpc as unknown as Airdrops).requestAirdrop(address, lamports).send({ abortSignal }),
      ),

    tokenAirdrop: (owner, mint, amount) =>
      changeOnce((abortSignal) =>
        (rpc as unknown as Airdrops)
          .requestTokenAirdrop(owner, mint, amount.toString())
          .send({ abortSignal }),
      ),

    genesisHash: () => ask((abortSignal) => rpc.getGenesisHash().send({ abortSignal })),

    async healthy() {
      // It has asked for peace.
      if (health.toldMs() > 0) return false
      try {
        await rpc.getLatestBlockhash().send({ abortSignal: AbortSignal.timeout(3_000) })
        return true
      } catch {
        return false
      }
    },
  }
}

/** Methods of test networks that the client's typed API lacks; the token one exists only on the local network. */
type Airdrops = {
  requestAirdrop(address: string, lamports: bigint): { send(options: object): Promise<Signature> }
  requestTokenAirdrop(
    owner: string,
    mint: string,
    amount: string,
  ): { send(options: object): Promise<Signature> }
}

const addresses = getAddressDecoder()

/** null for a mint, or an account that is not initialised. */
function toTokenAmount(head: Uint8Array): TokenAmount | null {
  if (head.length < TOKEN_HEAD_BYTES) return null
  return {
    mint: addresses.decode(head, 0),
    owner: addresses.decode(head, 32),
    amount: new DataView(head.buffer, head.byteOffset).getBigUint64(64, true),
  }
}
