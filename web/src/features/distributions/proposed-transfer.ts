/** A transfer proposed in the chat: a page fills its form with it, and opens the preview. */
import { ProposedTransfer } from '@purser/contract/agents/proposed-transfer.ts'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'

export type Spread = Extract<ProposedTransfer, { kind: 'distribute' }>
export type Collect = Extract<ProposedTransfer, { kind: 'gather' }>
export type Proposed = Spread | Collect
export type Outgoing = Extract<ProposedTransfer, { kind: 'send' }>

/** It is in the state of the history and not in the URL: no link from elsewhere can fill a form. */
const LinkState = z.object({ transfer: ProposedTransfer })

/** The transfer that this page was opened with, taken once: a reload finds an empty form. */
export function useProposedTransfer<P extends ProposedTransfer>(
  isOurs: (transfer: ProposedTransfer) => transfer is P,
): { proposed: P | undefined; drop: () => void } {
  const location = useLocation()
  const navigate = useNavigate()
  const linked = LinkState.safeParse(location.state).data?.transfer
  const ours = linked && isOurs(linked) ? linked : undefined
  const [proposed, setProposed] = useState<P>()
  // It is taken once for each navigation: its state is still there until the history has been changed.
  const [taken, setTaken] = useState<string>()
  if (ours && taken !== location.key) {
    setTaken(location.key)
    setProposed(ours)
  }
  useEffect(() => {
    if (ours) void navigate(location, { replace: true, state: null })
  }, [ours, navigate, location])
  return { proposed, drop: () => setProposed(undefined) }
}

export const isSolTransfer = (one: ProposedTransfer): one is Proposed =>
  one.kind !== 'send' && one.mint === null
export const isTokenTransfer = (one: ProposedTransfer): one is Proposed =>
  one.kind !== 'send' && one.mint !== null
export const isOutgoing = (one: ProposedTransfer): one is Outgoing => one.kind === 'send'
export type Proposal = { proposed: Proposed | undefined; drop: () => void }
/** A tab fills its form with it once that can be done, and forgets it. */
export type Prefill = { ready: boolean; fill: () => void; drop: () => void }

/** Undefined if it is not for the tab of this kind. */
export function toPrefill<K extends Proposed['kind']>(
  proposal: Proposal | undefined,
  kind: K,
  fill: (proposed: Extract<Proposed, { kind: K }>) => void,
  isReady: (proposed: Proposed) => boolean,
): Prefill | undefined {
  const proposed = proposal?.proposed
  if (!proposal || proposed?.kind !== kind) return undefined
  return {
    ready: isReady(proposed),
    fill: () => fill(proposed as Extract<Proposed, { kind: K }>),
    drop: proposal.drop,
  }
}
