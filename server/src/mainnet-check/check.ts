/**
 * The operator's check before real money: reads of every endpoint, of known mints and of the services, and one swap that
 * is simulated. It signs, sends and spends nothing.
 */
import { describe, type Log } from '../kernel/log.ts'
import type { ChainNode, TokenReads } from '../ports/chain.ts'
import { checkEndpoints } from './endpoints.ts'
import { failed, type Line } from './lines.ts'
import { checkMints } from './mints.ts'
import { serviceChecks, type ServiceParts } from './services.ts'

export type MainnetCheckParts = {
  nodes: readonly ChainNode[]
  /** All of them as one chain, without those that turn out to be another network. */
  chain: Pick<TokenReads, 'mintInfo'>
  services: ServiceParts
  log: Log
}

export async function checkMainnet({ nodes, chain, services, log }: MainnetCheckParts): Promise<Line[]> {
  /** An unexpected error is a failed line too: the other lines are still useful. */
  async function attempt(what: string, lines: () => Promise<Line[]>): Promise<Line[]> {
    try {
      return await lines()
    } catch (error) {
      log.error(describe(error), 'a part of the check failed')
      return [failed(what, { code: 'check_broken' })]
    }
  }
  let isAny = false
  const endpoints = await attempt('endpoints', async () => {
    const found = await checkEndpoints(nodes)
    isAny = found.isAny
    return found.lines
  })
  const mints = isAny
    ? await attempt('known mints', () => checkMints(chain))
    : [failed('known mints', { code: 'no_endpoint' })]
  const lines = [...endpoints, ...mints]
  for (const { what, lines: read } of serviceChecks(services, isAny))
    lines.push(...(await attempt(what, read)))
  return lines
}
