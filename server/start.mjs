// Plain JavaScript: an older Node must still be able to read this and say what is needed.
const [major] = process.versions.node.split('.').map(Number)
if (major < 24) {
  console.error(
    `Purser needs Node 24 or newer; this is ${process.versions.node}. Run it as "npm start" after "npm install", which brings Node 24 on Linux.`,
  )
  process.exit(1)
}

// What was compiled for the last start need not be compiled again.
const { enableCompileCache } = await import('node:module')
enableCompileCache(new URL('../node_modules/.cache/compiled', import.meta.url).pathname)
await import('./resolve-drizzle.mjs')

// The console is built after install; again here when the build is missing or older than its sources.
const { buildConsole, buildIsStale } = await import('../web/build.ts')
if (buildIsStale()) {
  console.log('Building the console ...')
  try {
    await buildConsole()
  } catch (error) {
    console.error(`The console could not be built: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}
await import('./src/main.ts')
