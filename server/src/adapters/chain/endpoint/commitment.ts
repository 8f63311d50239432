/**
 * Decides the commitment of calls to an endpoint. Calls name none: they are made as 'confirmed', and go out as
 * 'finalized' if the endpoint runs Alpenglow, under which both are one and 'confirmed' is to be removed
 * (solana.com/developers/docs/defi/finality, docs.anza.xyz/consensus/commitments), or if it refuses 'confirmed'.
 */
import { SOLANA_ERROR__JSON_RPC__INVALID_PARAMS as INVALID_PARAMS } from '@solana/kit'
import type { Commitment } from '../../../ports/chain-data.ts'

export type Moved = Exclude<Commitment, 'processed'>

/** The client library writes it into each call that takes a commitment and names none. */
export const MOVED = 'confirmed'
const FINAL = 'finalized'
export const AT_FINAL = { commitment: FINAL } as const
export const AT_PROCESSED = { commitment: 'processed' } as const

export type EndpointCommitment = ReturnType<typeof createEndpointCommitment>

/**
 * The commitment of one endpoint. It only ever rises: a certificate is permanent, and an endpoint that refuses
 * 'confirmed' no longer knows it.
 */
export function createEndpointCommitment() {
  let moved: Moved = MOVED
  return {
    /** The commitment at which funds count as moved here. */
    moved: (): Moved => moved,
    /**
     * The endpoint has shown a certificate of Alpenglow, or has accepted as 'finalized' what it refused as 'confirmed'.
     */
    raise: (): void => void (moved = FINAL),
    /** The call as it goes out. */
    apply: <P extends { params?: unknown }>(payload: P): P => (moved === FINAL ? atFinal(payload) : payload),
    /**
     * A refusal may be due to 'confirmed', if that is an unknown word: the same call at 'finalized' decides. `sent`:
     * the value of `moved` when the call went out; another call may have raised it since.
     */
    mayRefuse: (payload: { params?: unknown }, code: number, sent: Moved): boolean =>
      isUnknownWord(code) && sent === MOVED && asksForMoved(payload.params),
    /**
     * The commitment that a transaction has reached. Nodes that omit `confirmationStatus` say by `confirmations: null`
     * that it is rooted (getSignatureStatuses of solana.com; TransactionStatus::confirmation_status of agave). A
     * transaction that reads do not show yet has not moved.
     */
    read({ confirmationStatus, confirmations }: Status): Commitment {
      const reached = confirmationStatus ?? (confirmations === null ? FINAL : 'processed')
      return reached === MOVED && moved === FINAL ? 'processed' : reached
    },
  }
}
type Status = { confirmationStatus?: Commitment | null; confirmations?: bigint | number | null }

/** -32602 (JSON-RPC 2.0, section 5.1; kit's table of errors). */
export const isUnknownWord = (code: number): boolean => code === INVALID_PARAMS

const NAMES = ['commitment', 'preflightCommitment'] as const
type Config = Record<string, unknown>
const isMoved = (one: unknown): one is Config =>
  typeof one === 'object' && one !== null && NAMES.some((name) => (one as Config)[name] === MOVED)

export const asksForMoved = (params: unknown): boolean => Array.isArray(params) && params.some(isMoved)

/** The same call at 'finalized'. */
export function atFinal<P extends { params?: unknown }>(payload: P): P {
  if (!asksForMoved(payload.params)) return payload
  const raise = (config: Config) =>
    Object.fromEntries(
      Object.entries(config).map(([name, value]) => [
        name,
        NAMES.some((one) => one === name) && value === MOVED ? FINAL : value,
      ]),
    )
  return {
    ...payload,
    params: (payload.params as unknown[]).map((one) => (isMoved(one) ? raise(one) : one)),
  }
}
