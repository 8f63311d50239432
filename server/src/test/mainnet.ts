/**
 * The local network as mainnet-beta presents itself: its genesis hash, its known mints, and at Jupiter's address a program
 * that executes `route_v2`. For tests of what is meant for mainnet; the runtime, the fees and the balances are real.
 */
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { JUPITER, routeProgram } from './route-program/route-program.ts'
import { type Rpc, rpcOf } from './rpc.ts'

/** Document 6, sections 1 and 6. */
export const MAINNET_GENESIS = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
export const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
const KNOWN = [
  { address: USDC, decimals: 6 },
  { address: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', decimals: 6 },
  { address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', decimals: 5 },
  { address: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', decimals: 6 },
  { address: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', decimals: 6 },
  { address: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', decimals: 6 },
  { address: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', decimals: 9 },
  { address: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', decimals: 6 },
  { address: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', decimals: 9 },
  { address: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', decimals: 9 },
  { address: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', decimals: 9 },
] as const
/** Of the network's own genesis: they cannot be mirrored, since they have a supply. */
const OWN = 5

/** The mint that the token program wraps SOL as: 9 decimals, no authority, no supply (native_mint.rs of spl-token). */
const WRAPPED_SOL = Buffer.alloc(82)
WRAPPED_SOL[44] = 9
WRAPPED_SOL[45] = 1

const LOADER = 'BPFLoader2111111111111111111111111111111111'

export type Mainnet = { network: Localnet; rpc: Rpc }

/** Slots of 15 ms on a clock that the test steers, or with 'real' of 100 ms; closed by who opened it. */
export async function openMainnet({
  clock = 'steered',
}: {
  clock?: 'steered' | 'real'
} = {}): Promise<Mainnet> {
  const slots = clock === 'real' ? { slotMs: 100 } : {}
  const [network, data] = await Promise.all([
    startLocalnet({ rpcPort: 0, clock, faults: true, genesisHash: MAINNET_GENESIS, ...slots }),
    routeProgram(),
  ])
  await network.place([
    { address: JUPITER, owner: LOADER, data, executable: true },
    { address: SOL_MINT, owner: TOKEN_PROGRAM_ADDRESS, data: WRAPPED_SOL },
  ])
  for (const mint of KNOWN.slice(OWN)) await network.mirrorMint(mint)
  const rpc = rpcOf(network.rpcUrl)
  if (clock === 'steered') await rpc('localnet_setSlotTime', 15)
  return { network, rpc }
}
