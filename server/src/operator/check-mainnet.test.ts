/** The operator's check refuses to run if it cannot check mainnet. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('./check-mainnet.ts', import.meta.url))
const run = (args: string[], env: Record<string, string>) =>
  new Promise<{ code: unknown; out: string; err: string }>((done) => {
    execFile(process.execPath, [FILE, ...args], { env }, (error, out, err) =>
      done({ code: error?.code ?? 0, out, err }),
    )
  })

void test('it ends with 1 and one line where the cluster is another, or its argument is no address', async () => {
  const runs = await Promise.all([
    run([], {}),
    run(['not-an-address'], {}),
    run([], { SOLANA_CLUSTER: 'mainnet-beta', SOLANA_RPC_URL: 'https://example.com/?api-key=secret' }),
  ])
  assert.deepEqual(
    runs.map(({ code, out, err }) => [code, out, err.trim().split('\n').length]),
    runs.map(() => [1, '', 1]),
  )
  assert.match(runs[0]?.err ?? '', /SOLANA_CLUSTER is localnet/)
  assert.match(runs[1]?.err ?? '', /check:mainnet -- ADDRESS/)
  // If real money is used, the rest of the settings must be as safe as for the server.
  assert.match(runs[2]?.err ?? '', /MASTER_KEY/)
  assert.ok(!runs[2]?.err.includes('secret'))
})
