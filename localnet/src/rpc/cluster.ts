import { toAddress, keyBytes } from '../base58.ts'
import type { Bank } from '../chain/bank.ts'
import { IDENTITY_KEY } from '../chain/keys.ts'
import { SLOTS_PER_EPOCH, VERSION } from '../constants.ts'
import { invalidParams } from './errors.ts'
import type { Methods } from './context.ts'
import { configAt, countAt, resolveSlot, withContext } from './params.ts'

const IDENTITY = toAddress(IDENTITY_KEY.key)

/** All lamports outside LiteSVM's own accounts. */
function sumLamports(bank: Bank, slot: number): bigint {
  let total = 0n
  for (const [key, account] of bank.accounts.allAt(slot)) if (!bank.isBuiltin(key)) total += account.lamports
  return total
}

/**
 * The parts of a certificate without signatures, since nobody votes here: the aggregate of no signature is the point at
 * infinity of BLS12-381 (uncompressed G2: 192 bytes, the second bit set), and the bitmap of no validator is version,
 * length and nothing (solana_signer_store::encode_base2). Nodes read the block alone (Firedancer writes its genesis
 * alike).
 */
const NO_SIGNATURE = [0x40, ...Array.from({ length: 191 }, () => 0)]
const NO_SIGNER = [0, 0, 0]

/** Calls about the cluster itself. */
export const clusterMethods: Methods = {
  getSlot: ({ bank }, params) => resolveSlot(bank, configAt(params, 0)),
  getBlockHeight: ({ bank }, params) => bank.getHeight(resolveSlot(bank, configAt(params, 0))),
  getSlotLeader: () => IDENTITY,
  getSlotLeaders(_context, params) {
    countAt(params, 0, 'slot')
    const limit = countAt(params, 1, 'limit')
    if (limit < 1 || limit > 5000) throw invalidParams('Invalid limit; max 5000')
    return Array.from({ length: limit }, () => IDENTITY)
  },
  getLeaderSchedule: () => ({ [IDENTITY]: Array.from({ length: SLOTS_PER_EPOCH }, (_, i) => i) }),
  getEpochInfo({ bank }, params) {
    const slot = resolveSlot(bank, configAt(params, 0))
    return {
      absoluteSlot: slot,
      blockHeight: bank.getHeight(slot),
      epoch: Math.floor(slot / SLOTS_PER_EPOCH),
      slotIndex: slot % SLOTS_PER_EPOCH,
      slotsInEpoch: SLOTS_PER_EPOCH,
      transactionCount: bank.count,
    }
  },
  getEpochSchedule: () => ({
    slotsPerEpoch: SLOTS_PER_EPOCH,
    leaderScheduleSlotOffset: SLOTS_PER_EPOCH,
    warmup: false,
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
  }),
  getVersion: () => VERSION,
  getGenesisHash: ({ genesisHash }) => genesisHash,
  getHealth: () => 'ok',
  getIdentity: () => ({ identity: IDENTITY }),
  getMinimumBalanceForRentExemption({ bank }, params) {
    const bytes = countAt(params, 0, 'data length')
    if (bytes > 10 << 20) throw invalidParams('Invalid param: account data length is too large')
    return bank.svm.computeRent(bytes)
  },
  /** Names the block at which Alpenglow began; null under tower (WireBlockCertMessage of agave's votor-messages; solana.com and kit, getAgGenesisCert). */
  getAgGenesisCert({ bank }) {
    const { commitment, since: slot } = bank.settings
    if (commitment !== 'alpenglow') return null
    return {
      block: { slot, blockId: [...keyBytes(bank.blockhashes.of(slot))] },
      signature: { signature: NO_SIGNATURE, bitmap: NO_SIGNER },
    }
  },
  getInflationGovernor: () => ({ initial: 0, terminal: 0, taper: 0, foundation: 0, foundationTerm: 0 }),
  getInflationRate: ({ bank }) => ({
    total: 0,
    validator: 0,
    foundation: 0,
    epoch: Math.floor(bank.slot / SLOTS_PER_EPOCH),
  }),
  getInflationReward(_context, params) {
    if (!Array.isArray(params[0])) throw invalidParams('Invalid params: invalid type, expected a sequence')
    return params[0].map(() => null)
  },
  getSupply({ bank }, params) {
    const slot = resolveSlot(bank, configAt(params, 0))
    const total = sumLamports(bank, slot)
    return withContext(slot, { total, circulating: total, nonCirculating: 0, nonCirculatingAccounts: [] })
  },
  getStakeMinimumDelegation: ({ bank }, params) => withContext(resolveSlot(bank, configAt(params, 0)), 1),
  getClusterNodes: ({ urls }) => [
    {
      pubkey: IDENTITY,
      gossip: null,
      tpu: null,
      tpuQuic: null,
      rpc: urls.rpc.replace('http://', ''),
      pubsub: urls.ws.replace('ws://', ''),
      version: VERSION['solana-core'],
      featureSet: VERSION['feature-set'],
      shredVersion: 1,
    },
  ],
  getVoteAccounts: () => ({ current: [], delinquent: [] }),
  getHighestSnapshotSlot: ({ bank }) => ({ full: bank.slotAt('finalized'), incremental: null }),
  getMaxRetransmitSlot: ({ bank }) => bank.slot,
  getMaxShredInsertSlot: ({ bank }) => bank.slot,
  getRecentPerformanceSamples: () => [],
}
