/** Whether each endpoint is mainnet-beta, up to date, with history. */
import { MAINNET_GENESIS } from '@purser/contract/system.ts'
import { isFault } from '../kernel/fault.ts'
import type { ChainNode } from '../ports/chain.ts'
import type { Inspection } from '../ports/endpoint-health.ts'
import { failed, type Line, note, ok } from './lines.ts'

/** A blockhash lives for 150 blocks. */
const MOST_SLOTS_BEHIND = 150n

type Found = { node: ChainNode; genesis: string | null; inspection: Inspection | null }

async function inspectEndpoint(node: ChainNode): Promise<Found> {
  const genesis = await node.genesisHash().catch((error: unknown) => {
    if (isFault(error)) return null
    throw error
  })
  if (genesis !== MAINNET_GENESIS) {
    // Nothing is read from it from here on.
    node.health.checked({ foreign: true })
    return { node, genesis, inspection: null }
  }
  return { node, genesis, inspection: await node.inspect() }
}

function lagLine(what: string, { slot, slotsBehind, isUnhealthy }: Inspection, highest: bigint): Line {
  if (slot === null) return failed(what, { code: 'endpoint_silent' })
  const lag = slotsBehind ?? highest - slot
  if (lag > MOST_SLOTS_BEHIND) return failed(what, { code: 'endpoint_lags', slots: lag })
  if (isUnhealthy === true) return failed(what, { code: 'endpoint_unhealthy' })
  return ok(what, lag === 0n ? `at slot ${slot}` : `at slot ${slot}, ${lag} behind`)
}

function historyLine(what: string, { history, firstBlock }: Inspection): Line {
  if (history === false) return failed(what, { code: 'endpoint_without_history' })
  if (history === null) return failed(what, { code: 'endpoint_silent' })
  return ok(what, firstBlock === null ? 'kept' : `kept from block ${firstBlock}`)
}

/** Without it transactions go out in version 0, which is no failure. */
function versionLine(what: string, { version1 }: Inspection): Line {
  if (version1 === null) return note(what, 'unknown: version 0 is used')
  return version1 ? ok(what, 'taken') : note(what, 'not supported: version 0 is used')
}

function toLines({ node: { name }, genesis, inspection }: Found, highest: bigint): Line[] {
  const network = `${name}, network`
  if (genesis === null) return [failed(network, { code: 'endpoint_away' })]
  if (inspection === null) return [failed(network, { code: 'endpoint_other_network', genesis })]
  return [
    ok(network, 'mainnet-beta'),
    lagLine(`${name}, slots`, inspection, highest),
    historyLine(`${name}, history`, inspection),
    versionLine(`${name}, version 1`, inspection),
  ]
}

/** `isAny`: at least one of them is mainnet-beta and answers. */
export async function checkEndpoints(
  nodes: readonly ChainNode[],
): Promise<{ lines: Line[]; isAny: boolean }> {
  const found = await Promise.all(nodes.map(inspectEndpoint))
  const slots = found.map(({ inspection }) => inspection?.slot ?? 0n)
  const highest = slots.reduce((most, slot) => (slot > most ? slot : most), 0n)
  return {
    lines: found.flatMap((one) => toLines(one, highest)),
    isAny: found.some(({ inspection }) => inspection !== null),
  }
}
