/** A desk of real funds, over the protocols of mainnet's services and on a chain that presents itself as mainnet. */
import { after } from 'node:test'
import { systemClock } from '../kernel/clock.ts'
import { startTestDesk } from './harness.ts'
import { openMainnetServices } from './mainnet-services.ts'
import type { ServedToken } from './services-double.ts'

type Options = { tokens?: ServedToken[]; pace?: 'real' | 'steered'; apartMs?: number }

/** Closed with the tests. */
export async function startMainnetDesk({ apartMs, ...options }: Options = {}) {
  const mainnet = await openMainnetServices({ clock: systemClock, ...options })
  after(() => mainnet.services[Symbol.asyncDispose]())
  const desk = await startTestDesk({
    network: mainnet.network,
    exposed: true,
    ...(apartMs === undefined ? {} : { apartMs }),
    env: {
      ...mainnet.services.env,
      SOLANA_CLUSTER: 'mainnet-beta',
      ACCEPT_REAL_FUNDS: 'yes',
      DATABASE_URL: 'postgres://the.tests/own',
    },
  })
  return { mainnet, desk }
}
