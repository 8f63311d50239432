/**
 * The local network presented as mainnet-beta: its genesis hash, its known mints, and at Jupiter's address a program
 * that executes `route_v2`. For tests of code for mainnet; the runtime, the fees and the balances are real.
 */
import { MAINNET_MINTS } from '@purser/contract/market/mainnet-tokens.ts'
import { MAINNET_GENESIS } from '@purser/contract/system.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { type Localnet, startLocalnet } from '@purser/localnet/index.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { JUPITER, routeProgram } from './route-program/route-program.ts'
import { type Rpc, connectRpc } from './rpc.ts'

/** The mint that the token program wraps SOL as: 9 decimals, no authority, no supply (native_mint.rs of spl-token). */
const WRAPPED_SOL = Buffer.alloc(82)
WRAPPED_SOL[44] = 9
WRAPPED_SOL[45] = 1

const LOADER = 'BPFLoader2111111111111111111111111111111111'

export type Mainnet = { network: Localnet; rpc: Rpc }

/** Slots of 15 ms on a clock that the test steers, or with 'real' of 100 ms; closed by the caller. */
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
  // The network's own ones have a supply from its genesis, and nobody mints wrapped SOL.
  const own = [SOL_MINT, ...KNOWN_TOKENS.map(({ mint }) => mint)]
  for (const { mint: address, decimals } of MAINNET_MINTS)
    if (!own.includes(address)) await network.mirrorMint({ address, decimals })
  const rpc = connectRpc(network.rpcUrl)
  if (clock === 'steered') await rpc('localnet_setSlotTime', 15)
  return { network, rpc }
}
