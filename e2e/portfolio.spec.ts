/** Value over time, and balances while the chain is away: with a chain of its own that can be ended. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { sql } from 'drizzle-orm'
import { openEmbedded } from '../server/src/db/client.ts'
import { ask, createGroup, generate, walletsOf } from './person.ts'
import { startProduct } from './product.ts'
import { button, open, row } from './wallets-page.ts'

type Network = { rpcUrl: string; wsUrl: string; end(): Promise<void> }

async function startNetwork(): Promise<Network> {
  const dir = mkdtempSync(join(tmpdir(), 'purser-e2e-chain-'))
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, '../localnet/src/main.ts')],
    { env: { ...process.env, DATA_DIR: dir, LOCALNET_RPC_PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const urls = await new Promise<{ rpcUrl: string; wsUrl: string }>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      if (text.includes('\n')) resolve(JSON.parse(text) as { rpcUrl: string; wsUrl: string })
    })
    child.once('exit', (code) => reject(new Error(`the network ended with ${code}`)))
  })
  return {
    ...urls,
    async end() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGKILL')) await gone
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

test('what wallets were worth is a line, for all and for a group; without the chain each row says so', async ({
  page,
}) => {
  test.setTimeout(120_000)
  const network = await startNetwork()
  const product = await startProduct({ SOLANA_RPC_URL: network.rpcUrl, SOLANA_WS_URL: network.wsUrl })
  try {
    await open(page, product.url, 'worth@example.com')
    await createGroup(page, 'Home')
    await generate(page, 2, 'Home')
    const panel = page.getByRole('region', { name: 'Portfolio' })
    await expect(
      panel.getByText('The chart starts once two values are recorded', { exact: false }),
    ).toBeVisible()
    const [first] = await walletsOf(page, product.url)
    await ask(page, product.url, 'POST', '/faucet', { address: first?.address, sol: 4 })
    expect(await product.end()).toBe(0)
    // A day of values, as the server would have taken them; it may add one of its own at any time.
    const database = await openEmbedded({ dir: join(product.dataDir, 'db') })
    await database.db.execute(sql`
      insert into portfolio_snapshots (user_id, group_id, at, lamports, micro_usd, total_lamports)
      select u.id, g.id, now() - make_interval(hours => h), (24 - h) * 100000000000::bigint, (24 - h) * 15000000000::bigint, (24 - h) * 100000000000::bigint
      from users u, generate_series(1, 23) h, (select null::bigint as id union all select id from wallet_groups) g`)
    await database.close()
    await product.again()
    await page.reload()
    await expect(
      panel.getByRole('img', { name: /^Value from \$15,000\.00 to .* highest \$345,000\.00/ }),
    ).toBeVisible()
    await button(panel, 'SOL').click()
    await expect(
      panel.getByRole('img', { name: /^Value from 100\.0+ SOL to .* highest 2,?300\.0+ SOL/ }),
    ).toBeVisible()
    await button(page, /^Home 2/).click()
    await expect(panel.getByRole('img', { name: /^Value from/ })).toBeVisible()
    await button(panel, '30 d').click()
    await expect(panel.getByRole('img', { name: /^Value from/ })).toBeVisible()
    await button(page, /^Ungrouped/).click()
    await expect(
      panel.getByText('Value over time is recorded for all wallets and for each group.'),
    ).toBeVisible()
    await button(page, /^All Wallets/).click()
    await expect(row(page, 'Wallet 1').getByText('4.0000 SOL')).toBeVisible()

    await network.end()
    // What was read in the last seconds stands as it was.
    await expect(async () => {
      await page.reload()
      await expect(
        row(page, 'Wallet 2').getByText('Loading wallet balances failed: Failed to load balance'),
      ).toBeVisible()
    }).toPass({ timeout: 60_000 })
  } finally {
    await product.remove()
    await network.end()
  }
})
