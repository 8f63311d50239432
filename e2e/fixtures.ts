/**
 * The set-up of the browser tests: one local network and one product for each worker, shared by all of its tests, each
 * with accounts of its own. A test may hold the network or kill the server, since nothing else uses them meanwhile; one
 * that needs other settings or counts limits starts a product of its own. Those are on the embedded database, the
 * shared ones on PostgreSQL if TEST_DATABASE_URL names a server.
 */
import { test as base } from '@playwright/test'
import { CODE_REQUESTS_PER_CLIENT } from '../contract/src/limits.ts'
import { type Database, openDatabase } from './database.ts'
import { type Network, restore, startNetwork } from './network.ts'
import { type Product, startProduct } from './product.ts'
import { watch } from './what-happened.ts'

export { expect } from '@playwright/test'

type Shared = {
  network: Network
  /** The product for the next test. */
  next(): Promise<Product>
}

/** All tests come from one client, which may request this many codes; few tests take more than one. */
const TESTS_PER_PRODUCT = CODE_REQUESTS_PER_CLIENT * 0.8
const ENV = { MAIL_DIGEST_SECONDS: '2' }

/** A network with settings of its own and a product on it, for `test.use`. */
export const ownNetwork = (settings: Record<string, string> = {}) => ({
  network: async ({}, use: (network: Network) => Promise<void>) => {
    const network = await startNetwork(settings)
    await use(network)
    await network.remove()
  },
  product: async ({ network }: { network: Network }, use: (product: Product) => Promise<void>) => {
    const product = await startProduct(network.env)
    await use(product)
    await product.remove()
  },
})

export const test = base.extend<{ network: Network; product: Product }, { shared: Shared }>({
  shared: [
    async ({}, use) => {
      const network = await startNetwork()
      let product: Product | null = null
      let database: Database | null = null
      let tests = 0
      const end = async () => {
        const ending = [product, database]
        product = null
        database = null
        for (const one of ending) await one?.remove()
      }
      await use({
        network,
        async next() {
          if (tests++ % TESTS_PER_PRODUCT === 0) {
            await end()
            database = await openDatabase()
            product = await startProduct({ ...network.env, ...database?.env, ...ENV })
          }
          if (product === null) throw new Error('no product was started')
          return product
        },
      })
      try {
        await end()
      } finally {
        await network.remove()
      }
    },
    { scope: 'worker' },
  ],
  network: async ({ shared }, use) => {
    await use(shared.network)
    await restore(shared.network)
  },
  product: async ({ shared }, use) => use(await shared.next()),
  baseURL: ({ product }, use) => use(product.url),
  context: async ({ context }, use, info) => {
    const tell = await watch(context)
    await use(context)
    if (info.status !== info.expectedStatus) console.log(`${info.title}: what happened\n${await tell()}`)
  },
})
