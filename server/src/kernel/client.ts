/** Whom a limit counts. */
import { isIP } from 'node:net'

/**
 * One client by its address: an IPv4 address itself (also where it comes mapped into IPv6), of IPv6 the /64, since that
 * much is given to every single customer. What is no address is a client of its own name.
 */
export function clientOf(address: string): string {
  const ip = address.replace(/%.*$/, '').toLowerCase()
  if (isIP(ip) !== 6) return ip
  const groups = groupsOf(ip)
  const mapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (mapped) return [6, 7].flatMap((n) => [(groups[n] ?? 0) >> 8, (groups[n] ?? 0) & 0xff]).join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of a valid IPv6 address. */
function groupsOf(ip: string): number[] {
  const plain = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = plain.split('::')
  const read = (text: string) =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
  const [first, last] = [read(head), read(tail ?? '')]
  return tail === undefined ? first : [...first, ...Array(8 - first.length - last.length).fill(0), ...last]
}
