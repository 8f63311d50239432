/**
 * `npm run check:mainnet [-- ADDRESS]`: checks endpoints and services before real money is used. Reads only, signs and
 * spends nothing; ADDRESS: the wallet to simulate a swap with. Ends with 1 if a check failed.
 */
import { isAddress } from '@solana/kit'
import { openMainnetCheck } from '../app/open-mainnet-check.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { createLog } from '../kernel/log.ts'
import { checkMainnet } from '../mainnet-check/check.ts'
import { passed, formatTable } from '../mainnet-check/lines.ts'

/** The table shows the errors; their causes are logged only at these levels. */
const CAUSES = ['debug', 'trace']

async function main(): Promise<boolean> {
  const [payer, ...more] = process.argv.slice(2)
  if (more.length > 0 || (payer !== undefined && !isAddress(payer)))
    throw new ConfigError('It takes at most one address: npm run check:mainnet -- ADDRESS')
  const { rpcUrl, logLevel, ...config } = readConfig()
  if (config.cluster !== 'mainnet-beta' || rpcUrl === null)
    throw new ConfigError(`SOLANA_CLUSTER is ${config.cluster}; this check is for mainnet-beta.`)
  const log = createLog(CAUSES.includes(logLevel) ? logLevel : 'silent')
  await using opened = new AsyncDisposableStack()
  const parts = openMainnetCheck({ config: { ...config, rpcUrl }, payer: payer ?? null, log }, opened)
  const lines = await checkMainnet(parts)
  process.stdout.write(formatTable(lines))
  return passed(lines)
}

main().then(
  (isReady) => process.exit(isReady ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(
      `${error instanceof ConfigError ? error.message : 'The check did not finish; run it with LOG_LEVEL=debug to see why.'}\n`,
    )
    process.exit(1)
  },
)
