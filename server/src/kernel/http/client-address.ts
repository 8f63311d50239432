/**
 * The unit that counts as one client: an IPv4 address, or the /64 network of an IPv6 address (one customer has all of
 * it).
 */
import { isIP } from 'node:net'

/** The eight groups of a well-formed IPv6 address. */
function parseGroups(ip: string): number[] {
  const embedded = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(ip)
  const [, head = '', a = 0, b = 0, c = 0, d = 0] = embedded ?? []
  const hex = (high: unknown, low: unknown) => (Number(high) * 256 + Number(low)).toString(16)
  const text = embedded ? `${head}${hex(a, b)}:${hex(c, d)}` : ip
  const [left = '', right] = text.split('::')
  const read = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const [before, after] = [read(left), read(right ?? '')]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The key under which limits count this address. An IPv4-mapped address (::ffff:a.b.c.d) counts as IPv4. */
export function clientKey(ip: string): string {
  const address = ip.split('%')[0] ?? ''
  if (isIP(address) !== 6) return ip
  const groups = parseGroups(address)
  const [g5 = 0, g6 = 0, g7 = 0] = groups.slice(5)
  if (groups.slice(0, 5).every((group) => group === 0) && g5 === 0xffff)
    return [g6 >> 8, g6 & 255, g7 >> 8, g7 & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}
