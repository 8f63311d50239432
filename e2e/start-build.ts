/** The real server with the console of another directory: `node start-build.ts DIRECTORY`. */
import '../server/resolve-drizzle.mjs'

const { readConfig } = await import('../server/src/config/config.ts')
const { createLog } = await import('../server/src/kernel/log.ts')
const { startDesk } = await import('../server/src/desk.ts')
const config = readConfig()
const desk = await startDesk(config, createLog(config.logLevel), { console: process.argv[2] ?? '' })
process.on('SIGTERM', () => void desk.close().then(() => process.exit(0)))
process.stdout.write(`\nPurser is ready at ${desk.url}\n`)
