/** Which addresses may be connected to on behalf of a user. An address that is not known to be permitted is refused. */
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Reach = {
  /** Whether other machines reach this server: only public addresses are then called. */
  exposed: boolean
}

/** IPv6 addresses are assigned from this block alone. Source: IANA, IPv6 address space. */
const ASSIGNED_V6 = ipaddr.IPv6.parseCIDR('2000::/3')
/** The addresses that a person at home or in an office may call: this machine and its networks. */
const NEARBY = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']

/** 'public', 'nearby', or null: addresses that nobody is called at (link-local, multicast, reserved, translated …). */
function classifyAddress(address: string): 'public' | 'nearby' | null {
  // A zone is no part of an address; none that needs one is called.
  if (isIP(address) === 0 || address.includes('%')) return null
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (NEARBY.includes(range)) return 'nearby'
  if (range !== 'unicast') return null
  return parsed.kind() === 'ipv4' || parsed.match(ASSIGNED_V6) ? 'public' : null
}

export const isPermitted = (address: string, { exposed }: Reach): boolean => {
  const kind = classifyAddress(address)
  return kind === 'public' || (kind === 'nearby' && !exposed)
}

export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) > 0 && ipaddr.parse(address).range() === 'loopback'
