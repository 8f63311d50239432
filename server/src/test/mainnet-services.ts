/**
 * Mainnet as a desk sees it: a network that presents itself as mainnet, and the services of its market, whose routes
 * are executed by pools there.
 */
import { KNOWN_TOKENS, SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Clock } from '../kernel/clock.ts'
import type { BuildAsked } from './build-double.ts'
import { openTable } from './lookup-table.ts'
import { type Mainnet, openMainnet } from './mainnet.ts'
import { createIssuer, type Issuer } from './mints.ts'
import { SOL } from './money.ts'
import { openPool, type Pool } from './pool.ts'
import { JUPITER } from './route-program/route-program.ts'
import { openServices, type ServedToken, type ServicesDouble } from './services-double.ts'

/** `pools`: by the mint that is traded for SOL. */
export type MainnetServices = Mainnet & {
  services: ServicesDouble
  issuer: Issuer
  pools: ReadonlyMap<string, Pool>
  close(): Promise<void>
}

const MUCH = 1_000_000_000_000_000n

/** `tokens`: beyond the well-known ones; those with a price are mints there, with a pool of their own. */
export async function openMainnetServices({
  clock,
  tokens = [],
  pace = 'real',
}: {
  clock: Pick<Clock, 'now' | 'sleep'>
  tokens?: ServedToken[]
  pace?: 'real' | 'steered'
}): Promise<MainnetServices> {
  const { network, rpc } = await openMainnet({ clock: pace })
  const issuer = await createIssuer(rpc)
  const traded = tokens.filter(({ usd }) => usd !== null)
  for (const { mint: address, decimals } of traded) await network.mirrorMint({ address, decimals })
  const pools = new Map<string, Pool>()
  for (const mint of [...KNOWN_TOKENS, ...traded].map((one) => one.mint))
    pools.set(
      mint,
      await openPool(network, [
        { mint: SOL_MINT, amount: 10_000n * SOL },
        { mint, amount: MUCH },
      ]),
    )
  const tables: Record<string, string[]> = {}
  const getPool = ({ inputMint, outputMint }: Pick<BuildAsked, 'inputMint' | 'outputMint'>) => {
    const pool = pools.get(inputMint === SOL_MINT ? outputMint : inputMint)
    if (!pool) throw new Error(`no pool of ${inputMint} and ${outputMint}`)
    return pool
  }
  const held = [...new Set([...(pools.get(USDC_MINT)?.addresses ?? []), JUPITER])]
  tables[await openTable(rpc, issuer, held)] = held
  const services = await openServices({
    clock,
    tokens,
    routes: { route: (route, asked) => getPool(asked).route(route), tables },
  })
  return {
    network,
    rpc,
    issuer,
    services,
    pools,
    async close() {
      await services[Symbol.asyncDispose]()
      await network.close()
    },
  }
}
